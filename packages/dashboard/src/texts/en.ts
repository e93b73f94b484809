import { en as apiKeys } from '../pages/api-keys/texts/en.ts';
import { en as connect } from '../pages/connect/texts/en.ts';
import { en as map } from '../pages/map/texts/en.ts';
import { en as memories } from '../pages/memories/texts/en.ts';
import { en as overview } from '../pages/overview/texts/en.ts';
import { en as requests } from '../pages/requests/texts/en.ts';
import { en as settings } from '../pages/settings/texts/en.ts';
import { en as signIn } from '../pages/sign-in/texts/en.ts';
import { en as common } from './common/en.ts';

export const en = { common, apiKeys, connect, map, memories, overview, requests, settings, signIn };

/** All texts of the pages. A language that lacks one does not compile. */
export type Texts = typeof en;
