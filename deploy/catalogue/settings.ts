import { Stop } from '../../scripts/commands.mjs';

/** What nobody but the host knows. There is no default: an address that nobody has put there leads nowhere. */
export const settings = {
  image: 'l’image avec son étiquette et son empreinte, comme registre/ou-la-la:1.2.0@sha256:…',
  site: 'l’adresse d’un OU LA LA en service, qui donne aussi les icônes',
  repository: 'l’adresse du dépôt',
  support: 'l’adresse où demander de l’aide',
  author: 'le nom de qui publie',
  submission: 'l’adresse de la demande faite à Umbrel',
  tarball: 'l’adresse de l’archive de la version',
  sha256: 'l’empreinte SHA-256 de cette archive',
} as const;
export type Setting = keyof typeof settings;
export type Settings = Record<Setting, string>;

const digest = /^[0-9a-f]{64}$/;
const image = /^([a-z\d][\w.:-]*(?:\/[a-z\d][a-z\d._-]*)+|[a-z\d][a-z\d._-]*):([\w][\w.-]*)@sha256:([0-9a-f]{64})$/;
/** Names that the documentation uses and that lead nowhere (RFC 2606, RFC 6761). */
const nowhere = /(^|\.)(example(\.(com|net|org))?|test|invalid|localhost)$/;

/** The image without its tag and its digest. */
export const imageName = (whole: string) => image.exec(whole)?.[1] ?? '';

/** Returns what was given, when all that is needed was given and can be true. Throws a Stop otherwise. */
export function readSettings(given: Partial<Settings>, needed: readonly Setting[], version: string): Settings {
  const missing = needed.filter((one) => !given[one]);
  if (missing.length > 0) throw new Stop(`Il manque ${missing.map((one) => `--${one} (${settings[one]})`).join(', ')}. Rien n’est écrit.`);
  const refuse = (one: Setting, why: string) => new Stop(`--${one} : ${why}. Rien n’est écrit.`);
  if (given.image !== undefined) {
    const [, named = '', tag] = image.exec(given.image) ?? [];
    if (tag === undefined) throw refuse('image', settings.image);
    if (tag !== version) throw refuse('image', `l’étiquette est ${tag}, la version ${version}`);
    if (nowhere.test(named.split('/')[0]?.split(':')[0] ?? '')) throw refuse('image', 'ce registre n’existe pas');
  }
  for (const one of ['site', 'repository', 'support', 'submission', 'tarball'] as const) {
    const text = given[one];
    if (text === undefined) continue;
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const isMail = one === 'support' && url?.protocol === 'mailto:';
    if (url?.protocol !== 'https:' && !isMail) throw refuse(one, 'une adresse qui commence par https://');
    if (nowhere.test(isMail ? (url.pathname.split('@')[1] ?? 'invalid') : url.hostname)) throw refuse(one, 'cette adresse n’existe pas');
    if (one === 'site' && url.href !== `${url.origin}/`) throw refuse(one, 'une adresse sans chemin');
  }
  if (given.sha256 !== undefined && !digest.test(given.sha256)) throw refuse('sha256', '64 chiffres hexadécimaux');
  const all = Object.fromEntries(Object.keys(settings).map((one) => [one, given[one as Setting] ?? ''])) as Settings;
  return { ...all, site: all.site.replace(/\/$/, '') };
}
