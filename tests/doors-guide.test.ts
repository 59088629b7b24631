/** docs/doors.md, the guide for people who open a door: each of its requests is sent to the built server, with a token that was made there. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, it, test } from 'vitest';
import { parse, type ScalarTag } from 'yaml';
import * as z from 'zod';
import { startServer } from './built-server.ts';
import { breakfast, dishes, makeBoard, password, Person } from './people.ts';

const read = (name: string) => readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8');
const guide = read('docs/doors.md');
const fences = [...guide.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({ language, text }));
const blocksOf = (language: string) => fences.filter((one) => one.language === language).map(({ text }) => filled(text));

const server = await startServer();
afterAll(() => server.stop());
const [lea, max] = [await signUp('Léa', 'lea'), await signUp('Max', 'max')];
const board = await makeBoard('Maison', [lea, max], [breakfast, dishes]);
const params = { boardId: board.id };
const action = board.actions[0]?.id ?? '';
const { secret } = await lea.does('POST /api/tokens', { body: { name: 'Guide', rights: 'log', boards: null, lasts: 'year' } });

async function signUp(username: string, mail: string): Promise<Person> {
  const person = new Person(server, username);
  const { user } = await person.does('POST /api/accounts', { body: { username, email: `${mail}@exemple.fr`, password } });
  return Object.assign(person, { id: user.id });
}

/** The three words that the guide asks to change. */
function filled(text: string): string {
  return text
    .replaceAll('https://jeu.example.org', server.origin)
    .replaceAll('oulala_VOTRE_JETON', secret)
    .replaceAll('TABLEAU', board.id)
    .replaceAll(/\bACTION\b/g, action);
}

interface Asked {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | undefined;
}

/** As a program does: no cookie, no Origin. */
async function ask({ url, method = 'GET', headers = {}, body }: Asked) {
  const reply = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  const text = await reply.text();
  return {
    status: reply.status,
    etag: reply.headers.get('etag'),
    json: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>),
  };
}

/** What Léa has on the board. */
const scoreOfLea = async () =>
  (await lea.does('GET /api/boards/:boardId', { params })).members.find(({ username }) => username === 'Léa')?.score ?? 0;

/** What stands at a path such as `.boards[0].title`, or `scores['Léa']`; undefined where the path leads nowhere. */
function at(path: string, value: unknown): unknown {
  const steps = [...path.matchAll(/\.?(\w+)|\[(\d+)\]|\['([^']+)'\]/g)].map(([, name, index, key]) => name ?? index ?? key ?? '');
  return steps.reduce<unknown>((inside, step) => (inside as Record<string, unknown> | undefined)?.[step], value);
}

test('the guide shows nothing but what is played here', () => {
  expect(new Set(fences.map(({ language }) => language))).toEqual(new Set(['mermaid', 'raccourci', 'js', 'tasker', 'kwgt', 'sh', 'yaml']));
});

test('the addresses that the guide has somebody open in a browser answer there', async () => {
  const around = guide.replaceAll(/^```.*?^```$/gms, '');
  const addresses = [
    ...new Set([...around.matchAll(/`(https:\/\/jeu\.example\.org\/api[^`]+)`/g)].map(([, address = '']) => filled(address))),
  ];
  expect(addresses.length).toBeGreaterThan(1);
  for (const address of addresses) expect((await fetch(address, { headers: { cookie: lea.cookie } })).status, address).toBe(200);
});

describe('a shortcut of the guide', () => {
  const [note = '', score = '', flame = ''] = blocksOf('raccourci');

  /** Does what the blocks say, one after the other; what the last one shows. `chosen` is touched in a list; `logged` is the status of the log. */
  async function run(shortcut: string, chosen = '', logged = 201): Promise<string> {
    let value: unknown;
    let shown = '';
    for (const [, name = '', lines = ''] of shortcut.matchAll(/^\d\. (.+)\n((?: {3}.+\n)+)/gm)) {
      const settings = new Map([...lines.matchAll(/^ {3}(.+?) : (.+)$/gm)].map(([, key = '', setting = '']) => [key, setting]));
      const setting = (key: string) => settings.get(key) ?? '';
      if (name === "Obtenir le contenu de l'URL") {
        const [header = '', credential = ''] = setting('En-tête').split(' = ');
        const [field = '', variable] = setting('Nouveau champ Texte').split(' = ');
        const sent =
          setting('Corps de la requête') === 'JSON' && variable === 'Élément choisi'
            ? { body: JSON.stringify({ [field]: value }), type: { 'content-type': 'application/json' } }
            : undefined;
        const method = setting('Méthode');
        const reply = await ask({ url: setting('URL'), method, headers: { [header]: credential, ...sent?.type }, body: sent?.body });
        expect(reply.status, setting('URL')).toBe(method === 'POST' ? logged : 200);
        // The shortcut goes on with a refusal: the telephone does not stop at one.
        value = reply.json;
      } else if (name === 'Obtenir la valeur du dictionnaire') value = at(setting('Clé'), value);
      else if (name === 'Choisir dans la liste') value = (value as Record<string, unknown>)[chosen];
      else {
        expect(name).toMatch(/^Afficher /);
        const text = typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
        shown = setting('Texte') === 'Valeur du dictionnaire' ? text : setting('Texte');
      }
    }
    return shown;
  }

  it('asks what was done and logs it', async () => {
    const before = await scoreOfLea();
    expect(await run(note, '🥐 Petit-déj au lit (+20)')).toBe('🥐 Petit-déj au lit (+20)');
    expect(await scoreOfLea()).toBe(before + 20);
  });

  it('tells why nothing was logged', async () => {
    const before = await scoreOfLea();
    const reader = await lea.does('POST /api/tokens', { body: { name: 'Cadre', rights: 'read', boards: null, lasts: 'year' } });
    expect(await run(note.replaceAll(secret, reader.secret), '🥐 Petit-déj au lit (+20)', 404)).toBe("Cette page n'existe pas.");
    expect(await scoreOfLea()).toBe(before);
  });

  it('tells the standing, and the flame', async () => {
    const { standing } = (await lea.does('GET /api/widget')).boards[0] ?? {};
    expect(await run(score)).toBe(standing);
    expect(await run(flame)).toBe('0');
  });
});

it('the script for Scriptable draws the boards', async () => {
  const drawn: string[] = [];
  let isSet = false;
  const [script = ''] = blocksOf('js');
  await runInNewContext(`(async () => {${script}})()`, {
    Request: class {
      headers = {};
      constructor(readonly url: string) {}
      loadJSON = async () => (await ask({ url: this.url, headers: this.headers })).json;
    },
    ListWidget: class {
      addText = (text: string) => (drawn.push(text), {});
      addSpacer() {}
      presentSmall() {}
    },
    Font: { boldSystemFont: () => ({}), systemFont: () => ({}) },
    Script: { setWidget: () => (isSet = true), complete: () => undefined },
    config: { runsInWidget: false },
  });
  const { icon, title, standing } = (await lea.does('GET /api/widget')).boards[0] ?? {};
  expect([drawn, isSet]).toEqual([[`${icon} ${title}`, standing, '🔥 0'], true]);
});

it('Tasker gets what the formulas for KWGT look for', async () => {
  const [task = ''] = blocksOf('tasker');
  const setting = (name: string) => new RegExp(`^ {3}${name} : (.+)$`, 'm').exec(task)?.[1] ?? '';
  const [header = '', ...credential] = setting('Headers').split(':');
  const { status, json } = await ask({ url: setting('URL'), method: setting('Method'), headers: { [header]: credential.join(':') } });
  expect(status).toBe(200);
  const paths = [...(blocksOf('kwgt')[0] ?? '').matchAll(/\$tc\(json, br\(tasker, oulala\), "([^"]+)"\)\$/g)].map(([, path = '']) =>
    at(path, json),
  );
  const { title, standing, flame } = (await lea.does('GET /api/widget')).boards[0] ?? {};
  expect(paths).toEqual([title, standing, flame]);
});

describe('a command of the guide', () => {
  const [frame = '', again = '', log = ''] = blocksOf('sh');

  /** What curl would send. */
  function curl(command: string): Asked {
    const [sending = ''] = command.split(' |\n');
    const words = [...sending.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
    const after = (flag: string) => words.flatMap((word, index) => (word === flag ? [words[index + 1] ?? ''] : []));
    const headers = Object.fromEntries(after('-H').map((header) => header.split(': ') as [string, string]));
    return { url: words.at(-1) ?? '', method: after('-X')[0] ?? 'GET', headers, body: after('-d')[0] };
  }

  it('draws boards by fields that they have', async () => {
    const { status, json } = await ask(curl(frame));
    expect(status).toBe(200);
    const [first] = at('.boards', json) as object[];
    const named = [...(frame.split('.boards[] |')[1] ?? '').matchAll(/\.(\w+)/g)].map(([, name = '']) => name);
    expect(named).toEqual(['icon', 'title', 'standing', 'flame']);
    expect(first).toEqual(expect.objectContaining(Object.fromEntries(named.map((name) => [name, expect.anything()]))));
  });

  it('gets nothing again while nothing has changed', async () => {
    const asked = curl(again);
    const { etag } = await ask(asked);
    const headers = { ...asked.headers, 'If-None-Match': etag ?? '' };
    expect((await ask({ ...asked, headers })).status).toBe(304);
    await max.does('POST /api/boards/:boardId/activities', { params, body: { id: 'a-log-between-two-questions', actionId: action } });
    expect((await ask({ ...asked, headers })).status).toBe(200);
  });

  it('logs', async () => {
    const before = await scoreOfLea();
    expect((await ask(curl(log))).status).toBe(201);
    expect(await scoreOfLea()).toBe(before + 20);
  });
});

// Home Assistant itself can be installed from neither of the registries that the tests reach. These schemas say what its own do, as far as the guide
// goes: components/rest/schema.py, components/rest_command/__init__.py, components/blueprint/schemas.py and helpers/template_entity.py.
const template = z.string();
const sensor = z.strictObject({
  name: template,
  unique_id: z.string(),
  unit_of_measurement: z.string().optional(),
  icon: z.string().startsWith('mdi:').optional(),
  device_class: z.literal('timestamp').optional(),
  value_template: template,
  json_attributes: z.array(z.string()).optional(),
});
const configuration = z.strictObject({
  rest: z.array(
    z.strictObject({
      resource: z.url(),
      headers: z.record(z.string(), template),
      scan_interval: z.int().positive(),
      sensor: z.array(sensor),
    }),
  ),
  rest_command: z.record(
    z.string().regex(/^[a-z0-9_]+$/),
    z.strictObject({
      url: template,
      method: z.enum(['get', 'patch', 'post', 'put', 'delete']),
      headers: z.record(z.string(), template),
      content_type: z.string(),
      payload: template,
    }),
  ),
});
const blueprint = z.strictObject({
  blueprint: z.strictObject({
    name: z.string(),
    description: z.string(),
    domain: z.literal('automation'),
    homeassistant: z.strictObject({ min_version: z.string().regex(/^\d+\.\d+\.\d+$/) }),
    input: z.record(
      z.string(),
      z.strictObject({
        name: z.string(),
        description: z.string(),
        selector: z.union([
          z.strictObject({ text: z.strictObject({}) }),
          z.strictObject({ entity: z.strictObject({ filter: z.array(z.strictObject({ domain: z.array(z.string()) })) }) }),
        ]),
      }),
    ),
  }),
  triggers: z.array(z.strictObject({ trigger: z.literal('state'), entity_id: z.string() })),
  conditions: z.array(z.strictObject({ condition: z.literal('template'), value_template: template })),
  actions: z.array(
    z.union([
      z.strictObject({ action: z.string().regex(/^[a-z_]+\.[a-z_]+$/), data: z.record(z.string(), z.string()) }),
      z.strictObject({ delay: z.strictObject({ seconds: z.int().positive() }) }),
    ]),
  ),
  mode: z.literal('single'),
  max_exceeded: z.literal('silent'),
});

describe('Home Assistant', () => {
  const [secrets = '', ...parts] = blocksOf('yaml');
  const kept = z.record(z.string(), z.string()).parse(parse(secrets));
  const secretTag: ScalarTag = { tag: '!secret', resolve: (name) => kept[name] ?? name };
  const inputTag: ScalarTag = { tag: '!input', resolve: (name) => `input ${name}` };
  const { rest, rest_command: commands } = configuration.parse(parse(parts.join(''), { customTags: [secretTag] }));

  it('gets a sensor for each entity that the guide names, and its value', async () => {
    const [{ resource, headers, sensor: sensors } = { resource: '', headers: {}, sensor: [] }] = rest;
    const { status, json } = await ask({ url: resource, headers });
    expect(status).toBe(200);
    const entityOf = (name: string) =>
      `sensor.${name
        .normalize('NFD')
        .replaceAll(/\p{M}/gu, '')
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '_')}`;
    const values = sensors.map(({ name, value_template: of }) => {
      const [, path = '', otherwise] = /^\{\{ value_json\.(.+?)(?: or '(.+)')? \}\}$/.exec(of) ?? [];
      return [entityOf(name), at(path, json) ?? otherwise];
    });
    const { scores, leader, flame, lastAt, lastBy } = await lea.does('GET /api/boards/:boardId/widget', { params });
    expect(values).toEqual([
      ['sensor.ou_la_la_lea', scores['Léa']],
      ['sensor.ou_la_la_max', scores['Max']],
      ['sensor.ou_la_la_serie', flame],
      ['sensor.ou_la_la_en_tete', leader],
      ['sensor.ou_la_la_derniere_action', lastAt],
    ]);
    expect([...guide.matchAll(/^\| `(sensor\.\w+)` \|/gm)].map(([, entity]) => entity)).toEqual(values.map(([entity]) => entity));
    expect([leader, lastBy]).toEqual(['Léa', 'Léa']);
    for (const name of sensors.flatMap(({ json_attributes: named = [] }) => named)) expect(json).toHaveProperty(name);
  });

  const file = blueprint.parse(parse(read('deploy/home-assistant/un-bouton-note.yaml'), { customTags: [inputTag] }));

  it.each([
    ['a press', '2026-11-30T08:00:00', '2026-11-30T08:00:09', true],
    ['the first press', 'unknown', '2026-11-30T08:00:00', true],
    ['another name of the button', '2026-11-30T08:00:00', '2026-11-30T08:00:00', false],
    ['a button that was added', null, 'unknown', false],
    ['a button that is taken away', '2026-11-30T08:00:00', null, false],
    ['a button that goes', '2026-11-30T08:00:00', 'unavailable', false],
    ['a button that comes back', 'unavailable', '2026-11-30T08:00:00', false],
  ])('%s is told from the rest by the condition of the blueprint', (_, from, to, isPress) => {
    const state = (of: string | null) => (of === null ? null : { state: of, attributes: {} });
    const [{ value_template: condition } = { value_template: '' }] = file.conditions;
    // What Jinja says here, in JavaScript.
    const asked = condition
      .replaceAll(/^\{\{|\}\}$/g, '')
      .replaceAll('is not none', '!== null')
      .replaceAll(/([\w.]+) not in (\[.+?\])/g, '!$2.includes($1)')
      .replaceAll(/\band\b/g, '&&');
    expect(runInNewContext(asked, { trigger: { from_state: state(from), to_state: state(to) } })).toBe(isPress);
  });

  it('logs by its command, which the blueprint calls with all that it needs', async () => {
    expect(guide).toContain(file.blueprint.name);
    const [called] = file.actions.flatMap((one) => ('action' in one ? [one] : []));
    const {
      url = '',
      method,
      headers,
      content_type: type = '',
      payload = '',
    } = commands[called?.action.replace('rest_command.', '') ?? ''] ?? {};
    const variables = [...payload.matchAll(/\{\{ (\w+) \}\}/g)].map(([, name = '']) => name);
    expect(Object.keys(called?.data ?? {})).toEqual(variables);
    const asked = [...Object.values(called?.data ?? {}), ...file.triggers.map(({ entity_id: id }) => id)];
    expect(asked.toSorted()).toEqual(
      Object.keys(file.blueprint.input)
        .map((name) => `input ${name}`)
        .toSorted(),
    );
    const before = await scoreOfLea();
    const body = payload.replaceAll(/\{\{ \w+ \}\}/g, action);
    expect((await ask({ url, method: method?.toUpperCase() ?? '', headers: { ...headers, 'content-type': type }, body })).status).toBe(201);
    expect(await scoreOfLea()).toBe(before + 20);
  });
});
