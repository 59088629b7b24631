import { serverTime } from '#client/api/server-clock.ts';

export interface NamedZone {
  zone: string;
  /** This browser's id of the zone, which may have another one where it was chosen. */
  knownAs: string;
  /** 'Londres (Royaume-Uni)': the city first, so that a list is searched by typing it. */
  name: string;
}

/** How a time zone is called in French. */
export function nameZone(zone: string, now = serverTime()): NamedZone {
  const place = zone.split('/').at(-1) ?? zone;
  const city = frenchCities[place] ?? place.replaceAll('_', ' ');
  const format = formatOf(zone);
  if (!format) return { zone, knownAs: zone, name: city };
  const hour = format.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const inWords = hour.replace(/^heure\s?:\s?/, '').replaceAll('\u2019', "'");
  return { zone, knownAs: format.resolvedOptions().timeZone, name: `${city} (${inWords})` };
}

let naming: Promise<NamedZone[]> | undefined;

/** All that this browser knows, in the order of their names. A phone takes a while for them: a few at a time keep it awake. */
export function nameAllZones(): Promise<NamedZone[]> {
  naming ??= nameInTurns(Intl.supportedValuesOf('timeZone'));
  return naming;
}

/** The first ones stand first, under the names that are asked for, and once. */
export function withFirst(first: readonly string[], all: readonly NamedZone[]): NamedZone[] {
  const ahead = [...new Set(first)].map((zone) => nameZone(zone));
  const known = new Set(ahead.map(({ knownAs }) => knownAs));
  return [...ahead, ...all.filter(({ knownAs }) => !known.has(knownAs))];
}

const namedAtOnce = 10;

async function nameInTurns(zones: readonly string[]): Promise<NamedZone[]> {
  const named: NamedZone[] = [];
  for (let start = 0; start < zones.length; start += namedAtOnce) {
    named.push(...zones.slice(start, start + namedAtOnce).map((zone) => nameZone(zone)));
    await new Promise((next) => setTimeout(next));
  }
  const { compare } = new Intl.Collator('fr');
  return named.toSorted((a, b) => compare(a.name, b.name));
}

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('fr', { timeZone: zone, timeZoneName: 'longGeneric' });
  } catch {
    // This browser knows no such zone.
    return undefined;
  }
}

/** Cities that French calls otherwise than the names of time zones do, accents included. */
const frenchCities: Readonly<Record<string, string>> = {
  Addis_Ababa: 'Addis-Abeba',
  Algiers: 'Alger',
  Andorra: 'Andorre',
  Aqtau: 'Aktaou',
  Aqtobe: 'Aktioubinsk',
  Araguaina: 'Araguaína',
  Ashgabat: 'Achgabat',
  Asmera: 'Asmara',
  Asuncion: 'Asunción',
  Athens: 'Athènes',
  Atyrau: 'Atyraou',
  Azores: 'Açores',
  Baghdad: 'Bagdad',
  Bahrain: 'Bahreïn',
  Baku: 'Bakou',
  Barbados: 'La Barbade',
  Barnaul: 'Barnaoul',
  Beirut: 'Beyrouth',
  Belem: 'Belém',
  Bermuda: 'Bermudes',
  Beulah: 'Beulah (Dakota du Nord)',
  Bishkek: 'Bichkek',
  Brussels: 'Bruxelles',
  Bucharest: 'Bucarest',
  Busingen: 'Büsingen',
  Cairo: 'Le Caire',
  Canary: 'Îles Canaries',
  Cancun: 'Cancún',
  Cape_Verde: 'Cap-Vert',
  Cayman: 'Îles Caïmans',
  Center: 'Center (Dakota du Nord)',
  Chatham: 'Îles Chatham',
  Chita: 'Tchita',
  Christmas: 'Île Christmas',
  Ciudad_Juarez: 'Ciudad Juárez',
  Cocos: 'Îles Cocos',
  Comoro: 'Comores',
  Copenhagen: 'Copenhague',
  Cordoba: 'Córdoba',
  Curacao: 'Curaçao',
  Damascus: 'Damas',
  Dhaka: 'Dacca',
  Dominica: 'Dominique',
  Dubai: 'Dubaï',
  DumontDUrville: "Dumont-d'Urville",
  Dushanbe: 'Douchanbé',
  Easter: 'Île de Pâques',
  Efate: 'Éfaté',
  El_Aaiun: 'Laâyoune',
  Faeroe: 'Îles Féroé',
  Famagusta: 'Famagouste',
  Faroe: 'Îles Féroé',
  Fiji: 'Fidji',
  Galapagos: 'Galápagos',
  Gambier: 'Îles Gambier',
  Grenada: 'Grenade',
  Guernsey: 'Guernesey',
  Hanoi: 'Hanoï',
  Havana: 'La Havane',
  Hebron: 'Hébron',
  Ho_Chi_Minh: 'Hô Chi Minh-Ville',
  Irkutsk: 'Irkoutsk',
  Isle_of_Man: 'Île de Man',
  Jamaica: 'Jamaïque',
  Jerusalem: 'Jérusalem',
  Juba: 'Djouba',
  Kabul: 'Kaboul',
  Kamchatka: 'Kamtchatka',
  Kathmandu: 'Katmandou',
  Katmandu: 'Katmandou',
  Krasnoyarsk: 'Krasnoïarsk',
  Kyiv: 'Kiev',
  Kolkata: 'Calcutta',
  Kuwait: 'Koweït',
  Lisbon: 'Lisbonne',
  Lome: 'Lomé',
  London: 'Londres',
  Lord_Howe: 'Île Lord Howe',
  Maceio: 'Maceió',
  Macau: 'Macao',
  Madeira: 'Madère',
  Mahe: 'Mahé',
  Malta: 'Malte',
  Manila: 'Manille',
  Marquesas: 'Îles Marquises',
  Mauritius: 'Maurice',
  Merida: 'Mérida',
  Mexico_City: 'Mexico',
  Miquelon: 'Saint-Pierre-et-Miquelon',
  Mogadishu: 'Mogadiscio',
  Moscow: 'Moscou',
  Muscat: 'Mascate',
  Ndjamena: "N'Djamena",
  New_Salem: 'New Salem (Dakota du Nord)',
  Nicosia: 'Nicosie',
  Norfolk: 'Île Norfolk',
  Noronha: 'Fernando de Noronha',
  Noumea: 'Nouméa',
  Godthab: 'Nuuk',
  Novokuznetsk: 'Novokouznetsk',
  Novosibirsk: 'Novossibirsk',
  Oral: 'Ouralsk',
  Palau: 'Palaos',
  Port_of_Spain: "Port-d'Espagne",
  Puerto_Rico: 'Porto Rico',
  Qostanay: 'Kostanaï',
  Qyzylorda: 'Kzyl Orda',
  Rangoon: 'Rangoun',
  Reunion: 'La Réunion',
  Riyadh: 'Riyad',
  Saigon: 'Hô Chi Minh-Ville',
  Sakhalin: 'Sakhaline',
  Samarkand: 'Samarcande',
  San_Marino: 'Saint-Marin',
  Santarem: 'Santarém',
  Santo_Domingo: 'Saint-Domingue',
  Sao_Paulo: 'São Paulo',
  Sao_Tome: 'São Tomé',
  Seoul: 'Séoul',
  Singapore: 'Singapour',
  South_Georgia: 'Géorgie du Sud',
  St_Barthelemy: 'Saint-Barthélemy',
  St_Helena: 'Sainte-Hélène',
  St_Johns: 'Saint-Jean (Terre-Neuve)',
  St_Kitts: 'Saint-Christophe',
  St_Lucia: 'Sainte-Lucie',
  St_Thomas: 'Saint-Thomas',
  St_Vincent: 'Saint-Vincent',
  Stanley: 'Stanley (Malouines)',
  Tashkent: 'Tachkent',
  Tbilisi: 'Tbilissi',
  Tehran: 'Téhéran',
  Thimphu: 'Thimphou',
  Tirane: 'Tirana',
  Tucuman: 'Tucumán',
  Ulaanbaatar: 'Oulan-Bator',
  Ulyanovsk: 'Oulianovsk',
  'Ust-Nera': 'Oust-Nera',
  UTC: 'Temps universel',
  Vienna: 'Vienne',
  Wallis: 'Wallis-et-Futuna',
  Warsaw: 'Varsovie',
  Yakutsk: 'Iakoutsk',
  Yangon: 'Rangoun',
  Yekaterinburg: 'Ekaterinbourg',
  Yerevan: 'Erevan',
};
