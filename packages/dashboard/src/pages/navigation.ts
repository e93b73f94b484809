import type { IconName } from '../parts/icon.tsx';
import type { Texts } from '../texts/en.ts';

interface NavigationEntry {
  to: '/' | '/memories' | '/map' | '/requests' | '/api-keys' | '/connect' | '/settings';
  /** The part of the texts whose `title` names the page. */
  page: Exclude<keyof Texts, 'common'>;
  icon: IconName;
}

/** The pages in the rail, from top to bottom. */
export const navigation: readonly NavigationEntry[] = [
  { to: '/', page: 'overview', icon: 'overview' },
  { to: '/memories', page: 'memories', icon: 'memories' },
  { to: '/map', page: 'map', icon: 'map' },
  { to: '/requests', page: 'requests', icon: 'requests' },
  { to: '/api-keys', page: 'apiKeys', icon: 'key' },
  { to: '/connect', page: 'connect', icon: 'connect' },
  { to: '/settings', page: 'settings', icon: 'settings' },
];
