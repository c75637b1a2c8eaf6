import AccountCircleIcon from '@mui/icons-material/AccountCircle';
import ContrastIcon from '@mui/icons-material/Contrast';
import SearchIcon from '@mui/icons-material/Search';
import TranslateIcon from '@mui/icons-material/Translate';
import { IconButton, ListItemIcon, ListItemText, MenuItem, type Theme, Tooltip, useMediaQuery } from '@mui/material';
import { forwardRef } from 'react';
import {
  AppBar, LocalesMenuButton, Logout, RefreshIconButton, TitlePortal, ToggleThemeButton, useGetIdentity, useLocaleState, UserMenu, useTheme,
  useTranslate, useUserMenu,
} from 'react-admin';
import { Link } from 'react-router-dom';
import { languages } from '../i18n';
import { openSearch } from './Keys';
import { Bell } from './News';

/** The bar above every page. On a phone, what is seldom used stands in the user's menu. */
export function Bar() {
  const { identity } = useGetIdentity();
  const onPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  return (
    <AppBar
      alwaysOn
      userMenu={
        <UserMenu label={onPhone ? undefined : identity?.fullName}>
          <AccountItem />
          {onPhone && <ThemeItem />}
          {onPhone && languages.map((language) => <LanguageItem key={language.locale} {...language} />)}
          <Logout />
        </UserMenu>
      }
      toolbar={
        <>
          <SearchButton />
          <Bell />
          {!onPhone && <><LocalesMenuButton /><ToggleThemeButton /><RefreshIconButton /></>}
        </>
      }
    >
      <TitlePortal component="h1" variant="h1" />
    </AppBar>
  );
}

function SearchButton() {
  const translate = useTranslate();
  return (
    <Tooltip title={`${translate('search.title')} (${translate('shortcuts.ctrl')}+K)`}>
      <IconButton color="inherit" onClick={openSearch} aria-label={translate('search.title')}><SearchIcon /></IconButton>
    </Tooltip>
  );
}

/** The way to one's own page. */
const AccountItem = forwardRef<HTMLAnchorElement>(function AccountItem(props, ref) {
  const translate = useTranslate();
  const userMenu = useUserMenu();
  return (
    <MenuItem {...props} ref={ref} component={Link} to="/account" onClick={userMenu?.onClose}>
      <ListItemIcon><AccountCircleIcon fontSize="small" /></ListItemIcon>
      <ListItemText>{translate('account.title')}</ListItemText>
    </MenuItem>
  );
});

function ThemeItem() {
  const translate = useTranslate();
  const dark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true });
  const [theme, setTheme] = useTheme(dark ? 'dark' : 'light');
  return (
    <MenuItem onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>
      <ListItemIcon><ContrastIcon fontSize="small" /></ListItemIcon>
      <ListItemText>{translate('ra.action.toggle_theme')}</ListItemText>
    </MenuItem>
  );
}

function LanguageItem({ locale, name }: { locale: string; name: string }) {
  const [chosen, choose] = useLocaleState();
  return (
    <MenuItem selected={locale === chosen} onClick={() => choose(locale)} lang={locale}>
      <ListItemIcon><TranslateIcon fontSize="small" /></ListItemIcon>
      <ListItemText>{name}</ListItemText>
    </MenuItem>
  );
}
