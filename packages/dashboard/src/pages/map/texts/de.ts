import type { en } from './en.ts';

export const de: typeof en = {
  title: 'Karte',
  lead: 'Was Ähnliches bedeutet, liegt beieinander; Richtungen und große Abstände bedeuten nichts.',
  sampled: (placed, total) => `Sie zeigt ${placed} von ${total} Erinnerungen.`,
  colorBy: 'Farben nach',
  colorings: { project: 'Projekt', agent: 'Agent', type: 'Art' },
  legend: { title: 'Legende', others: 'Alle anderen', none: 'Ohne' },
  picture: {
    label: 'Karte der Erinnerungen',
    hint: 'Ziehen verschiebt die Karte, das Mausrad vergrößert sie, ein Klick auf einen Punkt öffnet seine Erinnerung. Mit der Tastatur: Pfeiltasten gehen von Punkt zu Punkt, die Eingabetaste öffnet einen; Plus, Minus und 0 vergrößern, Umschalt mit einer Pfeiltaste verschiebt.',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    whole: 'Ganze Karte',
  },
  table: {
    show: 'Dasselbe als Tabelle',
    caption: 'Erinnerungen auf der Karte',
    text: 'Erinnerung',
    day: 'Tag',
  },
  computing: {
    label: 'Die Karte wird berechnet',
    reading: 'Die Erinnerungen werden gelesen …',
    placing: (total) => `Die Punkte von ${total} Erinnerungen werden verteilt. Das dauert einige Sekunden …`,
  },
  empty: 'Noch nichts gespeichert. Hier liegen Ihre Erinnerungen als Punkte, ähnliche beieinander.',
  noVectors: 'Noch hat keine Erinnerung einen Platz. Sie bekommen ihn, wenn sie im Index sind.',
  openInMemories: 'In den Erinnerungen öffnen',
};
