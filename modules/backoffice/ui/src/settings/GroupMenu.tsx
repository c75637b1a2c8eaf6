import { Box, List, ListItem, ListItemButton, ListItemText, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Schemas } from '../types';
import { groupNames, pageOf } from './groups';

interface Props {
  groups?: Schemas['Settings']['groups'];
  /** The group whose page has the menu beside it; without one the menu says what each is about. */
  current?: string;
}

/** Links to the pages of all groups; those that lack something say so. */
export function GroupMenu({ groups, current }: Props) {
  const translate = useTranslate();
  return (
    <Box component="nav" aria-label={translate('settings.menu')}>
      <List dense={current !== undefined}>
        {groupNames.map((name) => {
          const lacks = groups !== undefined && groups[name].missing.length > 0;
          return (
            <ListItem key={name} disablePadding>
              <ListItemButton component={Link} to={pageOf(name)} selected={name === current} aria-current={name === current ? 'page' : undefined}>
                <ListItemText
                  primary={translate(`settings.groups.${name}`)}
                  secondary={(!current || lacks) && (
                    <>
                      {!current && translate(`settings.about.${name}`)}
                      {lacks && <Typography component="span" variant="body2" color="warning" sx={{ display: 'block' }}>{translate('settings.incomplete')}</Typography>}
                    </>
                  )}
                />
              </ListItemButton>
            </ListItem>
          );
        })}
      </List>
    </Box>
  );
}
