// Only system fonts, and nothing from other hosts.
const systemFont = 'system-ui, sans-serif';
Redoc.init(
  'openapi.json',
  {
    hideDownloadButton: false,
    nativeScrollbars: true,
    theme: {
      typography: {
        fontFamily: systemFont,
        headings: { fontFamily: systemFont },
        code: { fontFamily: 'ui-monospace, monospace' },
      },
    },
  },
  document.getElementById('reference'),
);
