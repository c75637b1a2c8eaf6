import { Card, Stack, Typography } from '@mui/material';
import { Title, useTranslate } from 'react-admin';
import { ProblemAlert } from '../ui/Problem';
import { GroupMenu } from './GroupMenu';
import { useGroups } from './groups';

/** The menu of the groups, each with what it is about and what it lacks. */
export default function SettingsPage() {
  const translate = useTranslate();
  const { data, error, refetch } = useGroups();
  return (
    <Stack spacing={2} sx={{ mt: 2, maxWidth: 800 }}>
      <Title title={translate('settings.title')} />
      <Typography>{translate('settings.text')}</Typography>
      {error && <ProblemAlert error={error} retry={refetch} />}
      <Card variant="outlined"><GroupMenu groups={data} /></Card>
    </Stack>
  );
}
