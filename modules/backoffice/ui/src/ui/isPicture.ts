/** Whether the page's policy lets it show what is at an address: https, or the service's own. */
export const isPicture = (url: string) => /^https:\/\/./.test(url) || url.startsWith(`${window.location.origin}/`) || /^http:\/\/[^/]+\/media\/./.test(url);
