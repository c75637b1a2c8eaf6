import { Box } from '@mui/material';
import { useEffect, useMemo, useRef } from 'react';

/**
 * A mail as its reader sees it, in a frame without scripts. The policy of these pages, which holds
 * in the frame too, lets no style of a document through: the styles are set from here, through the
 * CSSOM. Links lead nowhere.
 */
export function MailFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { bare, css } = useMemo(() => undress(html), [html]);
  useEffect(() => {
    const element = frame.current!;
    const observer = new ResizeObserver(() => fit(element));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <Box
      component="iframe"
      ref={frame}
      title={title}
      tabIndex={-1} // nothing in it can be pressed
      sandbox="allow-same-origin"
      srcDoc={bare}
      onLoad={(event) => dress(event.currentTarget, css)}
      sx={{ display: 'block', width: '100%', height: 480, border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: '#fff' }}
    />
  );
}

/** Gives a mail in its frame the styles that were taken out, and the frame the mail's height. */
function dress(frame: HTMLIFrameElement, css: string) {
  const document = frame.contentDocument;
  const window = frame.contentWindow as (Window & typeof globalThis) | null;
  if (!document || !window) return;
  for (const element of document.querySelectorAll<HTMLElement>('[data-style]')) element.style.cssText = element.dataset.style!;
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
  fit(frame);
}

function fit(frame: HTMLIFrameElement) {
  const height = frame.contentDocument?.body?.scrollHeight;
  if (height) frame.style.height = `${height}px`;
}

/** Takes the styles out of a document, and where its links lead. */
function undress(html: string): { bare: string; css: string } {
  let css = '';
  const bare = html
    .replace(/<style>([^]*?)<\/style>/, (_, rules: string) => {
      css = rules;
      return '';
    })
    .replaceAll(' style="', ' data-style="')
    .replaceAll(' href="', ' data-href="');
  return { bare, css };
}
