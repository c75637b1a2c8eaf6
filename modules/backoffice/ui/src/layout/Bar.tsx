import AccountCircleIcon from '@mui/icons-material/AccountCircle';
import ContrastIcon from '@mui/icons-material/Contrast';
import SearchIcon from '@mui/icons-material/Search';
import TranslateIcon from '@mui/icons-material/Translate';
import {
  Button, IconButton, ListItemIcon, ListItemText, Menu, MenuItem, type MenuItemProps, type Theme, Tooltip, Typography, useMediaQuery,
} from '@mui/material';
import { forwardRef, useState } from 'react';
import {
  AppBar, Logout, RefreshIconButton, TitlePortal, ToggleThemeButton, useGetIdentity, useLocaleState, useLogout, UserMenu, useTheme, useTranslate,
  useUserMenu,
} from 'react-admin';
import { Link } from 'react-router-dom';
import { languages } from '../i18n';
import { mayLeave } from '../ui/unsaved';
import { useShopName } from '../ui/useShopName';
import { openSearch } from './Keys';
import { Bell } from './News';

/** The bar above every page. On a phone, what is seldom used stands in the user's menu. */
export function Bar() {
  const { identity } = useGetIdentity();
  const onPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const logout = useLogout();
  const shop = useShopName();
  return (
    <AppBar
      alwaysOn
      userMenu={
        <UserMenu label={onPhone ? undefined : identity?.fullName}>
          <AccountItem />
          {onPhone && <ThemeItem />}
          {onPhone && languages.map((language) => <LanguageItem key={language.locale} {...language} />)}
          <Logout onClick={() => mayLeave() && void logout(null, undefined, false)} />
        </UserMenu>
      }
      toolbar={
        <>
          <SearchButton />
          <Bell />
          {!onPhone && <><LanguageMenu /><ToggleThemeButton /><RefreshIconButton /></>}
        </>
      }
    >
      <TitlePortal component="h1" variant="h1" />
      {!onPhone && shop && <Typography component="span" variant="body2" noWrap sx={{ maxWidth: '14em', mr: 1 }}>{shop}</Typography>}
    </AppBar>
  );
}

function SearchButton() {
  const translate = useTranslate();
  return (
    <Tooltip title={`${translate('ui.search')} (${translate('layout.shortcuts.ctrl')}+K)`}>
      <IconButton color="inherit" onClick={openSearch} aria-label={translate('ui.search')}><SearchIcon /></IconButton>
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

/** The languages to choose from; the button says which is chosen. */
function LanguageMenu() {
  const [chosen] = useLocaleState();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Button color="inherit" aria-haspopup="menu" startIcon={<TranslateIcon />} onClick={(event) => setAnchor(event.currentTarget)}>
        {languages.find((l) => l.locale === chosen)?.name}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {languages.map((language) => <LanguageItem key={language.locale} {...language} onChosen={close} />)}
      </Menu>
    </>
  );
}

interface LanguageProps extends MenuItemProps {
  locale: string;
  name: string;
  onChosen?: () => void;
}

/** Chooses a language. The page is drawn anew, so that what is not saved is asked for. */
function LanguageItem({ locale, name, onChosen, ...props }: LanguageProps) {
  const [chosen, choose] = useLocaleState();
  const take = () => {
    onChosen?.();
    if (locale !== chosen && mayLeave()) choose(locale);
  };
  return (
    <MenuItem {...props} selected={locale === chosen} onClick={take} lang={locale}>
      <ListItemIcon><TranslateIcon fontSize="small" /></ListItemIcon>
      <ListItemText>{name}</ListItemText>
    </MenuItem>
  );
}
