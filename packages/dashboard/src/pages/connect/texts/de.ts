import type { en } from './en.ts';

export const de: typeof en = {
  title: 'Verbinden',
  lead: 'Lassen Sie einen Agenten seine erste Erinnerung schreiben.',
  key: {
    title: '1. Einen API-Schlüssel anlegen',
    text: 'Mit einem Schlüssel liest und schreibt ein Programm Ihre Erinnerungen. Jeder Agent sollte einen eigenen haben.',
    link: 'Schlüssel anlegen',
    after: 'Die Beispiele lesen den Schlüssel aus der Variablen MNEMA_API_KEY.',
  },
  snippets: {
    title: '2. Das hier einfügen',
    label: 'Arten der Verbindung',
    code: (name) => `Code für ${name}`,
    mcp: 'Für Claude Code, Cursor und andere Programme, die MCP über HTTP sprechen. Setzen Sie Ihren Schlüssel an die Stelle von mnk_…',
  },
  check: {
    title: '3. Sehen, wie es ankommt',
    waiting: 'Warten auf die erste Erinnerung …',
    waitingNext: 'Warten auf die nächste Erinnerung …',
    received: 'Angekommen.',
    open: 'Die Erinnerung öffnen',
  },
};
