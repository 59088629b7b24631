/** What `npm run catalogue` writes, held against what each catalogue publishes about its files. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { catalogues, version } from '../deploy/catalogue/catalogues.ts';
import type { Settings } from '../deploy/catalogue/settings.ts';
import { writeCatalogues } from '../scripts/catalogue.ts';
import { Stop } from '../scripts/commands.mjs';
import { readConfig } from '../src/server/config/config.ts';
import { signUpPolicies } from '../src/shared/accounts.ts';
import { readToml } from './toml.ts';

const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-catalogue-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const here = 'maison.home.arpa';
const given = {
  image: `registre.${here}/ou-la-la:${version}@sha256:${'a1'.repeat(32)}`,
  site: `https://jeu.${here}`,
  repository: `https://depot.${here}/ou-la-la`,
  // It has a sign that XML gives a meaning.
  support: `https://depot.${here}/aide?langue=fr&sujet=jeu`,
  author: 'Léa',
  submission: `https://depot.${here}/demandes/1`,
  tarball: `https://depot.${here}/ou-la-la-${version}.tar.gz`,
  sha256: 'b2'.repeat(32),
} satisfies Settings;

const out = join(folder, 'out');
let written: string[] = [];
beforeAll(() => {
  written = writeCatalogues(out, [], given);
});
const read = (path: string) => readFileSync(join(out, path), 'utf8');

const url = z.url({ protocol: /^https?$/ });
const text = z.string().trim().min(1);
/** A service of ours in a compose file, of which a catalogue may set only what its own test adds. */
const server = z.strictObject({
  image: z.literal(given.image),
  read_only: z.literal(true),
  tmpfs: z.tuple([z.literal('/tmp')]),
  cap_drop: z.tuple([z.literal('ALL')]),
  environment: z.union([z.record(z.string(), z.string()), z.array(z.string())]),
  volumes: z.array(z.unknown()),
});

describe('the generator', () => {
  const elsewhere = join(folder, 'refused');
  it.each<[string, Partial<Settings>, RegExp]>([
    ['without an image', { image: '' }, /^Il manque --image \(.*\)\. Rien n’est écrit\.$/],
    ['without a site and an author', { site: '', author: '' }, /^Il manque --site \(.*\), --author \(.*\)\. Rien n’est écrit\.$/],
    ['with an image without a digest', { image: `registre.${here}/ou-la-la:${version}` }, /^--image : /],
    [
      'with an image of another version',
      { image: given.image.replace(version, '0.9.0') },
      /^--image : l’étiquette est 0\.9\.0, la version /,
    ],
    [
      'with the registry of an example',
      { image: given.image.replace(`registre.${here}`, 'registre.example.org') },
      /^--image : ce registre/,
    ],
    ['with the site of an example', { site: 'https://jeu.example.org' }, /^--site : cette adresse n’existe pas/],
    ['with a site of this machine', { site: 'https://localhost' }, /^--site : cette adresse n’existe pas/],
    ['with a site without TLS', { site: `http://jeu.${here}` }, /^--site : une adresse qui commence par https/],
    ['with a site below a path', { site: `https://${here}/jeu` }, /^--site : une adresse sans chemin/],
    ['with the mail of an example', { support: 'mailto:aide@example.org' }, /^--support : cette adresse n’existe pas/],
    ['with a repository that is no address', { repository: 'ou-la-la' }, /^--repository : /],
    ['with half a hash', { sha256: 'b2' }, /^--sha256 : /],
  ])('refuses in one sentence and writes nothing %s', (_, changed, sentence) => {
    expect(() => writeCatalogues(elsewhere, [], { ...given, ...changed })).toThrow(Stop);
    expect(() => writeCatalogues(elsewhere, [], { ...given, ...changed })).toThrow(sentence);
    expect(existsSync(elsewhere)).toBe(false);
  });

  it('refuses a catalogue that there is not, and a folder that is not empty', () => {
    expect(() => writeCatalogues(elsewhere, ['synology'], given)).toThrow(/^Aucun catalogue synology/);
    expect(() => writeCatalogues(out, [], given)).toThrow(/n’est pas vide/);
    expect(existsSync(elsewhere)).toBe(false);
  });

  it('writes one catalogue without what only others need', () => {
    const { image, site, author } = given;
    const paths = writeCatalogues(join(folder, 'one'), ['home-assistant'], { image, site, author });
    expect(paths.every((path) => path.startsWith('home-assistant/'))).toBe(true);
    expect(paths.length).toBeGreaterThan(5);
  });

  it('writes files for each catalogue, and no address but those that it was given', () => {
    expect(new Set(written.map((path) => path.split('/')[0]))).toEqual(new Set(Object.keys(catalogues)));
    // A help names an example, and the others are the machine itself or the schemas that an editor reads.
    const atHand = ['http://127.0.0.1:__PORT__', 'https://__DOMAIN__', 'https://raw.githubusercontent.com/YunoHost/apps/main/schemas/'];
    const known = [...Object.values(given), 'https://jeu.example.org', 'http://[HOST]', 'http://[IP]', ...atHand];
    const addresses = written
      .filter((path) => !/\.(png|svg|jpg)$/.test(path))
      .flatMap((path) => [...read(path).matchAll(/\bhttps?:\/\/[^\s"'<>,]+/g)].map(([address]) => address));
    expect(addresses.length).toBeGreaterThan(15);
    expect(addresses.filter((address) => !known.some((one) => address.replace('&amp;', '&').startsWith(one)))).toEqual([]);
  });

  it('keeps the data folder of the image on the host in each catalogue of images', () => {
    const kept = {
      'umbrel/ou-la-la/docker-compose.yml': '${APP_DATA_DIR}/data:/data',
      'casaos/Apps/OuLaLa/docker-compose.yml': 'target: /data',
      'unraid/ou-la-la.xml': 'Target="/data"',
      'coolify/templates/compose/ou-la-la.yaml': 'oulala-data:/data',
      'dokploy/blueprints/ou-la-la/docker-compose.yml': 'data:/data',
      // The Supervisor always mounts /data.
      'home-assistant/ou-la-la/Dockerfile': `FROM ${given.image}`,
    };
    for (const [path, line] of Object.entries(kept)) expect(read(path)).toContain(line);
    expect(readFileSync('Dockerfile', 'utf8')).toMatch(/DATA_DIR=\/data$[^]*^VOLUME \/data$/m);
  });

  it('hands over only settings that the server reads, with values that it takes', () => {
    const values = z.record(z.string(), z.coerce.string());
    const inService = z.object({ services: z.record(z.string(), z.object({ environment: values.optional() })) });
    const ofService = (path: string, service: string) => inService.parse(parse(read(path))).services[service]?.environment;
    const pairs = (lines: readonly string[]) => Object.fromEntries(lines.map((line) => line.split('=')));
    const template = z
      .object({ config: z.object({ env: z.array(z.string()) }) })
      .parse(readToml(read('dokploy/blueprints/ou-la-la/template.toml')));
    const variables = read('unraid/ou-la-la.xml').matchAll(/Target="(\w+)" Default="([^"]*)"[^>]*Type="Variable"/g);
    const environments = [
      ofService('umbrel/ou-la-la/docker-compose.yml', 'server'),
      ofService('casaos/Apps/OuLaLa/docker-compose.yml', 'ou-la-la'),
      values.parse(pairs(template.config.env)),
      values.parse(Object.fromEntries([...variables].map(([, variable, value]) => [variable, value]))),
      z.object({ options: values }).parse(parse(read('home-assistant/ou-la-la/config.yaml'))).options,
    ];
    const known = new Set(readFileSync('README.md', 'utf8').match(/(?<=^\| `)[A-Z_]+(?=` \|)/gm));
    for (const environment of environments) {
      const names = Object.keys(environment ?? {});
      expect(names.length).toBeGreaterThan(1);
      expect(names.filter((one) => !known.has(one))).toEqual([]);
      expect(() => readConfig(environment)).not.toThrow();
    }
  });
});

/** github.com/getumbrel/umbrel-apps: `.tools/lint-apps.mjs`, rules manifest.*, image.*, service.*, volumes.*, persistence.*, app_proxy.* */
describe('Umbrel', () => {
  const categories = ['ai', 'automation', 'bitcoin', 'crypto', 'developer', 'files', 'finance', 'media', 'networking', 'social'] as const;
  it('umbrel-app.yml has the fields that the linter of umbrel-apps requires of a new app', () => {
    const manifest = z.strictObject({
      manifestVersion: z.literal(1),
      id: z.literal('ou-la-la'),
      category: z.enum(categories),
      name: text,
      version: z.literal(version),
      tagline: text,
      description: text,
      releaseNotes: z.literal(''),
      developer: text,
      website: url,
      dependencies: z.tuple([]),
      repo: url,
      support: text,
      port: z.number().int().min(1).max(65535),
      gallery: z.tuple([]),
      path: z.literal(''),
      defaultUsername: z.literal(''),
      defaultPassword: z.literal(''),
      submitter: text,
      submission: url,
    });
    const { port } = manifest.parse(parse(read('umbrel/ou-la-la/umbrel-app.yml')));
    // These belong to umbrelOS itself.
    expect([80, 443, 2000]).not.toContain(port);
  });

  it('its compose file goes through app_proxy and keeps data where a folder is committed', () => {
    const compose = z.strictObject({
      services: z.strictObject({
        app_proxy: z.strictObject({
          environment: z.strictObject({
            APP_HOST: z.literal('ou-la-la_server_1'),
            APP_PORT: z.literal(3000),
            PROXY_AUTH_ADD: z.literal('false'),
          }),
        }),
        server: server.extend({ user: z.literal('1000:1000'), restart: z.literal('on-failure'), volumes: z.tuple([z.string()]) }),
      }),
    });
    const { services } = compose.parse(parse(read('umbrel/ou-la-la/docker-compose.yml')));
    const [, below = ''] = /^\$\{APP_DATA_DIR\}\/(.+):\/data$/.exec(services.server.volumes[0]) ?? [];
    expect(existsSync(join(out, 'umbrel/ou-la-la', below, '.gitkeep'))).toBe(true);
  });
});

/** github.com/IceWhaleTech/CasaOS-AppStore: `docs/specs/compose-and-x-casaos.md` and `.github/actions/validate-compose`. */
describe('CasaOS', () => {
  const both = z.strictObject({ en_US: text, fr_FR: text });
  it('the compose file has the names and the x-casaos block of the protocol reference', () => {
    const compose = z.strictObject({
      name: z.string().regex(/^[a-z0-9_-]+$/),
      services: z.strictObject({
        'ou-la-la': server.extend({
          user: z.literal('0:0'),
          cap_add: z.array(z.enum(['CHOWN', 'DAC_OVERRIDE', 'FOWNER'])),
          restart: z.literal('unless-stopped'),
          ports: z.tuple([z.strictObject({ target: z.literal(3000), published: z.string(), protocol: z.literal('tcp') })]),
          volumes: z.tuple([
            z.strictObject({ type: z.literal('bind'), source: z.string().startsWith('/DATA/AppData/'), target: z.literal('/data') }),
          ]),
        }),
      }),
      'x-casaos': z.strictObject({
        id: z.string().regex(/^[a-z0-9]+([._-][a-z0-9]+)*(\.[a-z0-9]+([._-][a-z0-9]+)*)+$/),
        main: z.string(),
        index: z.string().startsWith('/'),
        port_map: z.string(),
        scheme: z.enum(['http', 'https']),
        icon: url,
        title: both,
        tagline: both,
        description: both,
        tips: z.strictObject({ before_install: both }),
        author: text,
        developer: text,
        category: z.enum(['Media', 'Productivity', 'Home', 'Networking', 'AI', 'Finance', 'Social', 'Developer', 'Others']),
        architectures: z.array(z.enum(['amd64', 'arm64', 'arm'])),
        version: z.literal(version),
        website: url,
        repo: url,
        support: text,
      }),
    });
    const { services, 'x-casaos': about } = compose.parse(parse(read('casaos/Apps/OuLaLa/docker-compose.yml')));
    expect(Object.keys(services)).toContain(about.main);
    expect(services['ou-la-la'].ports[0].published).toBe(about.port_map);
    expect(read('casaos/Apps/OuLaLa/icon.svg')).toContain('<svg');
  });
});

/** ca.unraid.net/submit/help/xml-field-reference; types, modes and categories as in dynamix.docker.manager of github.com/unraid/webgui. */
describe('Unraid', () => {
  const elements = (xml: string) =>
    [...xml.matchAll(/^ {2}<(\w+)>([^<]*)<\/\1>$/gm)].map(([, tag = '', value = '']) => [tag, value] as const);
  it('the template has each public field once, in well-formed XML', () => {
    const xml = read('unraid/ou-la-la.xml');
    const fields = elements(xml);
    expect(new Set(fields.map(([tag]) => tag)).size).toBe(fields.length);
    expect(Object.fromEntries(fields)).toMatchObject({
      Name: 'ou-la-la',
      // Neither tag nor digest of the version: Unraid compares the digest behind a tag that moves.
      Repository: `registre.${here}/ou-la-la:latest`,
      Network: 'bridge',
      Privileged: 'false',
      Support: given.support.replace('&', '&amp;'),
      Project: given.repository,
      Category: expect.stringMatching(
        /^(AI|Backup|Cloud|Crypto|Downloaders|Drivers|GameServers|HomeAutomation|Productivity|Security|Tools|Other):$/,
      ),
      WebUI: 'http://[IP]:[PORT:3000]/',
      Icon: `${given.site}/icon-512.png`,
    });
    // Nothing stands outside of an element, and no sign stands for itself that XML gives a meaning.
    const rest = xml
      .replace(/^<\?xml version="1\.0"\?>\n<Container version="2">\n([^]*)<\/Container>\n$/, '$1')
      .replace(/^ {2}<(\w+)( [^<>]*)?>[^<>]*<\/\1>\n/gm, '');
    expect(rest).toBe('');
    expect(xml.match(/&(?!(amp|lt|gt|quot);)/)).toBeNull();
  });

  it('every Config element has the attributes that the Docker page of Unraid writes', () => {
    const configs = [...read('unraid/ou-la-la.xml').matchAll(/<Config ([^<>]*)>([^<]*)<\/Config>/g)].map(([, attributes = '', value]) => ({
      ...Object.fromEntries([...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', content = '']) => [key, content])),
      value,
    }));
    const common = { Name: text, Default: z.string(), Description: text, Display: z.enum(['always', 'advanced']), value: z.string() };
    const config = z.discriminatedUnion('Type', [
      z.strictObject({
        ...common,
        Type: z.literal('Port'),
        Target: z.literal('3000'),
        Mode: z.literal('tcp'),
        Required: z.literal('true'),
        Mask: z.literal('false'),
      }),
      z.strictObject({
        ...common,
        Type: z.literal('Path'),
        Target: z.literal('/data'),
        Mode: z.literal('rw'),
        Required: z.literal('true'),
        Mask: z.literal('false'),
      }),
      z.strictObject({
        ...common,
        Type: z.literal('Variable'),
        Target: z.string().regex(/^[A-Z_]+$/),
        Mode: z.literal(''),
        Required: z.literal('false'),
        Mask: z.enum(['true', 'false']),
      }),
    ]);
    const parsed = z.array(config).parse(configs);
    expect(parsed.filter(({ Mask }) => Mask === 'true').map(({ Target }) => Target)).toEqual(['SMTP_URL']);
    expect(parsed.map(({ Default, value }) => Default === value)).toEqual(parsed.map(() => true));
  });

  it('ca_profile.xml has the profile that a submission needs', () => {
    expect(elements(read('unraid/ca_profile.xml').replace(/\n\n/g, ' ')).map(([tag, value]) => [tag, value.length > 10])).toEqual([
      ['Profile', true],
      ['Icon', true],
      ['WebPage', true],
    ]);
  });
});

/** github.com/coollabsio/coolify: `app/Console/Commands/Generate/Services.php` reads the comments, `bootstrap/helpers/parsers.php` names and restarts the containers. */
test('the template of Coolify names itself in comments, takes its address from Coolify, and leaves names and restarts to it', () => {
  const file = read('coolify/templates/compose/ou-la-la.yaml');
  const comments = Object.fromEntries([...file.matchAll(/^# ([a-z]+): (.+)$/gm)].map(([, key, value]) => [key, value]));
  z.strictObject({
    documentation: url,
    slogan: text,
    category: text,
    tags: text,
    logo: z.literal('svgs/ou-la-la.svg'),
    port: z.literal('3000'),
  }).parse(comments);
  const compose = z.strictObject({
    services: z.strictObject({
      oulala: server.extend({
        environment: z.array(z.string()),
        volumes: z.tuple([z.literal('oulala-data:/data')]),
      }),
    }),
  });
  const { environment } = compose.parse(parse(file)).services.oulala;
  expect(environment).toEqual(expect.arrayContaining(['SERVICE_URL_OULALA_3000', 'ORIGIN=$SERVICE_URL_OULALA', 'TRUST_PROXY=true']));
  expect(read('coolify/svgs/ou-la-la.svg')).toContain('<svg');
});

/** github.com/Dokploy/templates: `build-scripts/validate-docker-compose.ts`, `build-scripts/generate-meta.js` and the conventions of its AGENTS.md. */
describe('Dokploy', () => {
  it('the compose file has neither a name, nor a network, nor a port of the host, and starts again', () => {
    const compose = z.strictObject({
      version: z.literal('3.8'),
      services: z.strictObject({
        'ou-la-la': server.extend({
          restart: z.enum(['always', 'unless-stopped']),
          expose: z.tuple([z.literal(3000)]),
          volumes: z.tuple([z.literal('data:/data')]),
        }),
      }),
      volumes: z.strictObject({ data: z.strictObject({}) }),
    });
    expect(() => compose.parse(parse(read('dokploy/blueprints/ou-la-la/docker-compose.yml')))).not.toThrow();
  });

  it('template.toml leads the domain to the service and sets each variable that the compose file names', () => {
    const template = z.strictObject({
      variables: z.strictObject({ main_domain: z.literal('${domain}') }),
      config: z.strictObject({
        env: z.array(z.string().regex(/^[A-Z_]+=/)),
        mounts: z.tuple([]),
        domains: z.tuple([
          z.strictObject({ serviceName: z.literal('ou-la-la'), port: z.literal(3000), host: z.literal('${main_domain}') }),
        ]),
      }),
    });
    const { env } = template.parse(readToml(read('dokploy/blueprints/ou-la-la/template.toml'))).config;
    const named = [...read('dokploy/blueprints/ou-la-la/docker-compose.yml').matchAll(/\$\{(\w+)\}/g)].map(([, one]) => one);
    expect(env.map((line) => line.split('=')[0])).toEqual(named);
  });

  it('meta.json has every required field, and its logo is there', () => {
    const meta = z.strictObject({
      id: z.literal('ou-la-la'),
      name: text,
      version: z.literal(version),
      description: text,
      logo: text,
      links: z.strictObject({ github: url, website: url, docs: url }),
      tags: z.array(text).min(1),
    });
    const { logo } = meta.parse(JSON.parse(read('dokploy/blueprints/ou-la-la/meta.json')));
    expect(read(`dokploy/blueprints/ou-la-la/${logo}`)).toContain('<svg');
  });
});

/** github.com/home-assistant/supervisor: `supervisor/apps/validate.py` and `supervisor/store/validate.py`; developers.home-assistant.io: apps/configuration. */
describe('Home Assistant', () => {
  const options = z.string().regex(/^(bool|email|url|port|str|password|list\(.+\))\??$/);
  it('config.yaml fits the schema of the Supervisor, with a port and without ingress', () => {
    const config = z.strictObject({
      name: text,
      version: z.literal(version),
      slug: z.string().regex(/^[-_.A-Za-z0-9]+$/),
      description: text,
      url,
      arch: z.array(z.enum(['aarch64', 'amd64'])).min(1),
      backup: z.enum(['hot', 'cold']),
      tmpfs: z.boolean(),
      ports: z.record(z.string().regex(/^\d+\/(tcp|udp)$/), z.number()),
      webui: z.string().regex(/^https?:\/\/\[HOST\]:\[PORT:\d+\].*$/),
      watchdog: z.string().regex(/^https?:\/\/\[HOST\]:\[PORT:\d+\].*$/),
      options: z.record(z.string(), z.union([z.string(), z.boolean()])),
      schema: z.record(z.string(), options),
    });
    const parsed = config.parse(parse(read('home-assistant/ou-la-la/config.yaml')));
    expect(parsed.ports).toEqual({ '3000/tcp': 3000 });
    // An option without a question mark must have a value at first, or the app does not start.
    const needed = Object.entries(parsed.schema).flatMap(([one, type]) => (type.endsWith('?') ? [] : [one]));
    expect(Object.keys(parsed.options)).toEqual(needed);
  });

  it('each translation names every option and the port', () => {
    const named = z.object({ schema: z.record(z.string(), z.string()), ports: z.record(z.string(), z.number()) });
    const { schema, ports } = named.parse(parse(read('home-assistant/ou-la-la/config.yaml')));
    const translation = z.strictObject({
      configuration: z.record(z.string(), z.strictObject({ name: text, description: text })),
      network: z.record(z.string(), text),
    });
    for (const language of ['en', 'fr']) {
      const { configuration, network } = translation.parse(parse(read(`home-assistant/ou-la-la/translations/${language}.yaml`)));
      expect(Object.keys(configuration)).toEqual(Object.keys(schema));
      expect(Object.keys(network)).toEqual(Object.keys(ports));
    }
  });

  it('the Dockerfile builds on the image by its digest, with the labels of an app and a start that is there', () => {
    const dockerfile = read('home-assistant/ou-la-la/Dockerfile');
    expect(dockerfile).toMatch(new RegExp(`^FROM ${given.image}$`, 'm'));
    expect(dockerfile).toContain(`LABEL io.hass.version="${version}" io.hass.type="app" io.hass.arch="aarch64|amd64"`);
    const command = z.array(z.string()).parse(JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? ''));
    expect(existsSync(join(out, 'home-assistant/ou-la-la', command.at(-1) ?? ''))).toBe(true);
    expect(parse(read('home-assistant/repository.yaml'))).toEqual({ name: 'OU LA LA', url: given.site, maintainer: given.author });
  });

  it('the icon is a square PNG', () => {
    const icon = readFileSync(join(out, 'home-assistant/ou-la-la/icon.png'));
    expect(icon.subarray(1, 4).toString()).toBe('PNG');
    expect(icon.readUInt32BE(16)).toBe(icon.readUInt32BE(20));
  });
});

/** github.com/YunoHost/apps: `schemas/manifest.v2.schema.json`; github.com/YunoHost/package_linter: tests/; the helpers 2.1 of github.com/YunoHost/yunohost. */
describe('YunoHost', () => {
  const inPackage = (path: string) => read(`yunohost/ou-la-la_ynh/${path}`);
  const scripts = ['_common.sh', 'install', 'remove', 'upgrade', 'backup', 'restore', 'change_url'];
  const both = z.strictObject({ en: text, fr: text });

  it('the manifest fits the schema of the format 2, with the tarball and its hash', () => {
    const size = z.string().regex(/^[0-9]*(\.[0-9]*)?[kKmMgG]$/);
    const manifest = z.strictObject({
      packaging_format: z.literal(2),
      id: z.string().regex(/^[a-z0-9]((_|-)?[a-z0-9])+$/),
      name: text.max(22),
      description: z.strictObject({ en: text.min(5).max(150), fr: text.min(5).max(150) }),
      version: z.literal(`${version}~ynh1`),
      maintainers: z.tuple([z.string().regex(/^[^,]+$/)]),
      upstream: z.strictObject({ license: z.literal('MIT'), website: url, code: url }),
      integration: z.strictObject({
        yunohost: z.string().regex(/^>= ?[0-9]{1,2}(\.[0-9]{1,2}){0,3}$/),
        helpers_version: z.literal('2.1'),
        architectures: z.array(z.enum(['amd64', 'i386', 'armhf', 'arm64'])).min(1),
        multi_instance: z.boolean(),
        ldap: z.literal(false),
        sso: z.literal(false),
        disk: size,
        ram: z.strictObject({ build: size, runtime: size }),
      }),
      install: z.strictObject({
        domain: z.strictObject({ type: z.literal('domain') }),
        sign_ups: z.strictObject({
          ask: both,
          help: both,
          type: z.literal('select'),
          choices: z.tuple(signUpPolicies.map((one) => z.literal(one)) as [z.ZodLiteral, ...z.ZodLiteral[]]),
          default: z.enum(signUpPolicies),
        }),
      }),
      resources: z.strictObject({
        sources: z.strictObject({ main: z.strictObject({ url: z.literal(given.tarball), sha256: z.literal(given.sha256) }) }),
        system_user: z.strictObject({ allow_email: z.literal(true) }),
        install_dir: z.strictObject({}),
        data_dir: z.strictObject({ group: z.string().regex(/^__[A-Z_]*__(:[rwx-]{1,3})?$/) }),
        permissions: z.strictObject({
          main: z.strictObject({ url: z.literal('/'), allowed: z.literal('visitors'), auth_header: z.literal(false) }),
        }),
        ports: z.strictObject({}),
        nodejs: z.strictObject({ version: z.literal('24') }),
      }),
    });
    expect(() => manifest.parse(readToml(inPackage('manifest.toml')))).not.toThrow();
    // What stands in the repository names no address.
    expect(readFileSync('deploy/yunohost/manifest.toml', 'utf8').match(/https?:/g)).toEqual(['https:']);
  });

  it('the package has what the linter asks for, each script executable', () => {
    const files = ['LICENSE', 'README.md', 'tests.toml', 'doc/DESCRIPTION.md', 'doc/DESCRIPTION_fr.md', 'doc/ADMIN.md', 'doc/ADMIN_fr.md'];
    for (const file of [...files, ...scripts.map((name) => `scripts/${name}`)]) expect(inPackage(file).trim()).not.toBe('');
    for (const name of scripts.slice(1)) {
      expect(statSync(join(out, 'yunohost/ou-la-la_ynh/scripts', name)).mode & 0o111).toBe(0o111);
    }
    expect(readToml(inPackage('tests.toml'))).toEqual({ test_format: 1, default: {} });
  });

  it('a template names only variables that YunoHost or the manifest sets', () => {
    const named = ['env', 'nginx.conf', 'systemd.service'].flatMap((file) => inPackage(`conf/${file}`).match(/__[A-Z_]+__/g) ?? []);
    const known = ['APP', 'DOMAIN', 'INSTALL_DIR', 'DATA_DIR', 'PORT', 'MAIL_PWD', 'SIGN_UPS', 'NODEJS_DIR'].map((one) => `__${one}__`);
    expect(new Set(named)).toEqual(new Set(known));
    const [, ...filled] = inPackage('conf/env')
      .replaceAll('__PORT__', '3000')
      .replaceAll(/__[A-Z_]+__/g, 'open')
      .split(/^(?=[A-Z_]+=)/m);
    const variables = filled
      .map((line) => line.split('\n')[0] ?? '')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
    const env = Object.fromEntries(
      variables.map(([variable, value = '']) => [variable, value.replace(/^"(.*)"$/, '$1').replace('@open>', '@open.fr>')]),
    );
    expect(readConfig(env)).toMatchObject({ origin: 'https://open', trustProxy: true, signUps: 'open', port: 3000 });
  });

  it('nginx takes the headers of the proxy from YunoHost, adds none by add_header, and hands on those of the app', () => {
    const nginx = inPackage('conf/nginx.conf');
    expect(nginx).toContain('proxy_pass http://127.0.0.1:__PORT__;\n  include proxy_params_no_auth;');
    expect(nginx).not.toMatch(/add_header |proxy_set_header |proxy_buffering on/);
    const set = [...nginx.matchAll(/more_set_headers (.*)$/gm)].map(([, what = '']) => what);
    expect(set.length).toBe(3);
    expect(set.filter((what) => !/^"[\w-]+: \$upstream_http_\w+";$/.test(what))).toEqual([]);
  });

  it('the unit runs as the user of the app, may write to the data folder alone, and has no secret', () => {
    const unit = inPackage('conf/systemd.service');
    for (const line of ['User=__APP__', 'ProtectSystem=strict', 'ReadWritePaths=__DATA_DIR__', 'NoNewPrivileges=true']) {
      expect(unit.split('\n')).toContain(line);
    }
    expect(unit).not.toMatch(/^Environment=/m);
    const ours = readFileSync('deploy/ou-la-la.service', 'utf8');
    const start = (whole: string) => /^ExecStart=\S*node (.*)$/m.exec(whole)?.[1];
    expect(start(unit)).toBe(start(ours));
  });

  it('a script calls only helpers of the version 2.1, and never leaves by exit', () => {
    const published = new Set([
      ...['ynh_backup', 'ynh_config_add', 'ynh_config_add_nginx', 'ynh_config_add_systemd', 'ynh_config_change_url_nginx'],
      ...['ynh_config_remove_nginx', 'ynh_config_remove_systemd', 'ynh_die', 'ynh_exec_as_app', 'ynh_hide_warnings', 'ynh_print_info'],
      ...['ynh_print_warn', 'ynh_restore', 'ynh_safe_rm', 'ynh_script_progression', 'ynh_setup_source', 'ynh_systemctl'],
    ]);
    const called = scripts.flatMap((name) => inPackage(`scripts/${name}`).match(/\bynh_\w+/g) ?? []);
    expect(called.length).toBeGreaterThan(30);
    expect(called.filter((one) => !published.has(one))).toEqual([]);
    for (const name of scripts)
      expect(inPackage(`scripts/${name}`)).not.toMatch(/\b(exit|sudo|systemctl (re)?start|rm -rf|yunohost app)\b/);
    for (const name of ['backup', 'restore']) expect(inPackage(`scripts/${name}`)).toContain('source ../settings/scripts/_common.sh\n');
    // It only declares, and shows no progress.
    expect(inPackage('scripts/backup')).not.toContain('ynh_script_progression');
  });

  it.skipIf(spawnSync('shellcheck', ['--version']).error !== undefined)(
    'shellcheck finds nothing in the scripts and their stand-ins',
    () => {
      const ours = [...scripts.map((name) => `deploy/yunohost/scripts/${name}`), 'tests/yunohost/core.sh', 'tests/yunohost/helpers.sh'];
      // YunoHost sets variables and has the helpers: neither is here to be followed.
      const { status, stdout } = spawnSync('shellcheck', ['--shell=bash', '--exclude=SC1091,SC2154', ...ours], { encoding: 'utf8' });
      expect(stdout).toBe('');
      expect(status).toBe(0);
    },
  );
});
