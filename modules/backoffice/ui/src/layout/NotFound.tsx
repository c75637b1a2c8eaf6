import { Button, Stack, Typography } from '@mui/material';
import { Title, useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import { openSearch } from './Keys';

/** What an address without a page shows. */
export function NotFound() {
  return <WayBack text="notFound" />;
}

/** What a page shows to those whose role does not open it. */
export function Forbidden() {
  return <WayBack text="forbidden" />;
}

function WayBack({ text }: { text: 'notFound' | 'forbidden' }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  return (
    <Stack spacing={2} sx={{ mt: 4, alignItems: 'center', textAlign: 'center' }}>
      <Title title={translate(`layout.${text}.title`)} />
      <Typography>{translate(`layout.${text}.text`)}</Typography>
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', justifyContent: 'center' }}>
        <Button variant="outlined" onClick={() => navigate(-1)}>{translate('ra.action.back')}</Button>
        <Button variant="outlined" component={Link} to="/">{translate('overview.title')}</Button>
        <Button variant="outlined" onClick={openSearch}>{translate('ui.search')}</Button>
      </Stack>
    </Stack>
  );
}
