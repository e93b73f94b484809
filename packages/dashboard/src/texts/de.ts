import { de as apiKeys } from '../pages/api-keys/texts/de.ts';
import { de as connect } from '../pages/connect/texts/de.ts';
import { de as map } from '../pages/map/texts/de.ts';
import { de as memories } from '../pages/memories/texts/de.ts';
import { de as overview } from '../pages/overview/texts/de.ts';
import { de as requests } from '../pages/requests/texts/de.ts';
import { de as settings } from '../pages/settings/texts/de.ts';
import { de as signIn } from '../pages/sign-in/texts/de.ts';
import { de as common } from './common/de.ts';
import type { Texts } from './en.ts';

export const de: Texts = { common, apiKeys, connect, map, memories, overview, requests, settings, signIn };
