import type { en } from './en.ts';

export const de: typeof en = {
  export: {
    title: 'Export',
    lead: 'Speichert alle Erinnerungen des Kontos mit ihren früheren Fassungen in einer Datei. Jede Zeile der Datei ist eine Erinnerung in JSON.',
    stop: 'Anhalten',
    start: 'Alles exportieren',
    waiting: 'Der Server wird gefragt…',
    progress: (count, size) => `${count} Erinnerungen, ${size}`,
    done: (count, size) => `${count} Erinnerungen exportiert, ${size}. Die Datei ist vollständig.`,
    doneOne: (size) => `Eine Erinnerung exportiert, ${size}. Die Datei ist vollständig.`,
    stopped: 'Angehalten. Es wurde keine Datei gespeichert.',
    incomplete: (count) =>
      `Der Export brach nach ${count} Erinnerungen ab: seine letzte Zeile fehlt. Es wurde keine Datei gespeichert; bitte neu beginnen.`,
    failed: 'Der Export ist gescheitert, und es wurde keine Datei gespeichert.',
  },
  import: {
    title: 'Import',
    lead: 'Nimmt die Erinnerungen einer Datei auf: einen Export von Mnema, das JSON von mem0 oder Zeilen wie {"text": "…"}. Was schon da ist, wird übersprungen.',
    file: 'Datei',
    fileHint: 'JSON oder ein JSON-Objekt in jeder Zeile, in UTF-8. Jede neue Erinnerung zählt als einmal Schreiben.',
    fileMissing: 'Bitte eine Datei wählen.',
    stop: 'Anhalten',
    start: 'Datei importieren',
    reading: 'Die Datei wird gelesen…',
    sending: (sent, all) => `${sent} von ${all} gesendet. Der Server schreibt sie jetzt.`,
    accepted: 'Importiert',
    skipped: 'Übersprungen, schon da',
    rejected: 'Abgelehnt',
    ignored: 'Nicht übernommene Felder, mit der Zahl ihrer Erinnerungen:',
    result: 'Ergebnis des Imports',
    done: 'Die Datei wurde bis zum Ende gelesen.',
    stopped:
      'Angehalten. Was importiert ist, bleibt. Dieselbe Datei macht dort weiter, weil sie überspringt, was schon da ist.',
    failed:
      'Der Import endete zu früh. Was importiert ist, bleibt. Dieselbe Datei macht dort weiter, weil sie überspringt, was schon da ist.',
    empty: 'Die Datei enthält keine Erinnerungen.',
    notText: 'Die Datei ist kein JSON in UTF-8.',
    rejectedCaption: 'Abgelehnte Zeilen in der Reihenfolge der Datei',
    line: 'Zeile',
    reason: 'Grund',
    see: 'Erinnerungen ansehen',
  },
};
