// One green for both themes. Warning and success are darker than MUI's, to be read on white (axe).

import type { CSSObject, Theme } from '@mui/material';
import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin';

/** The line around what has the focus; inside of it in lists and tabs, which would cut it off. */
const focusLine = (theme: Theme): CSSObject => ({ outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 });
const focusLineInside = { '&.Mui-focusVisible': { outlineOffset: -2 } };

const shared: RaThemeOptions = {
  shape: { borderRadius: 8 },
  components: {
    MuiCssBaseline: {
      styleOverrides: (theme: Theme) => ({
        a: { color: theme.palette.primary.main },
        // What has the focus is not below a bar or messages.
        html: { scrollPaddingTop: 64 },
        'html:has(.save-bar)': { scrollPaddingBottom: 104 },
        'html:has(.notices > *)': { scrollPaddingBottom: 216 },
        ':focus-visible': focusLine(theme),
        'header :focus-visible': { outlineColor: 'currentColor !important' },
        // The content takes the focus when what had it is gone.
        '#main-content:focus': { outline: 'none' },
        // A page is printed without its frame.
        '@media print': {
          ':root': { colorScheme: 'light !important' },
          'body, .layout, #main-content': { background: 'none !important' },
          '.RaLayout-appFrame': { marginTop: '0 !important' },
          'header, .RaLayout-contentWithSidebar > :not(#main-content), .MuiSnackbar-root': { display: 'none !important' },
        },
        // What moves without end stops: in a millisecond a round it would flicker.
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': {
            animationDuration: '1ms !important', animationIterationCount: '1 !important', transitionDuration: '1ms !important', scrollBehavior: 'auto !important',
          },
        },
      }),
    },
    MuiButtonBase: {
      // The focus has its line; a ripple that pulses beside it only costs time.
      defaultProps: { disableRipple: true },
      styleOverrides: { root: ({ theme }: { theme: Theme }) => ({ '&.Mui-focusVisible': focusLine(theme) }) },
    },
    MuiTab: { styleOverrides: { root: focusLineInside } },
    MuiMenuItem: { styleOverrides: { root: focusLineInside } },
    MuiListItemButton: { styleOverrides: { root: focusLineInside } },
    RaSkipNavigationButton: { styleOverrides: { root: ({ theme }: { theme: Theme }) => ({ color: theme.palette.text.primary }) } },
  },
  typography: { h1: { fontSize: '1.25rem', fontWeight: 600 }, h2: { fontSize: '1.1rem', fontWeight: 600 } },
};

export const light: RaThemeOptions = {
  ...defaultLightTheme,
  ...shared,
  palette: {
    ...defaultLightTheme.palette,
    mode: 'light',
    primary: { main: '#1f6f54' },
    secondary: { main: '#1f6f54' },
    success: { main: '#1b6e2d' },
    warning: { main: '#8a5300' },
    error: { main: '#b3261e' },
    info: { main: '#0b5c8a' },
  },
};

export const dark: RaThemeOptions = {
  ...defaultDarkTheme,
  ...shared,
  palette: {
    ...defaultDarkTheme.palette,
    mode: 'dark',
    primary: { main: '#7fd1b3' },
    secondary: { main: '#7fd1b3' },
    success: { main: '#8ad39a' },
    warning: { main: '#f0b860' },
    error: { main: '#f2b8b5' },
    info: { main: '#8cc8ee' },
  },
};
