/** The files that each catalogue of self-hosted apps asks for, from package.json, the Dockerfile, one table of texts and what the host said. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stringify } from 'yaml';
import { root } from '../../scripts/commands.mjs';
import { signUpPolicies } from '../../src/shared/accounts.ts';
import { imageName, type Setting, type Settings } from './settings.ts';
import { advice, adviceWithoutSettings, description, id, name, options, tagline, type Text } from './texts.ts';

/** What a file has in it: a text, or a file of the repository. */
export type Content = string | { copyOf: string };
interface Catalogue {
  needs: readonly Setting[];
  files: (said: Settings) => Record<string, Content>;
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const packageFile = JSON.parse(read('package.json')) as { version: string; license: string };
export const { version } = packageFile;

/** What the image itself says, so that no catalogue says it a second time. */
const dockerfile = read('Dockerfile');
const inImage = (pattern: RegExp) => {
  const [, found] = pattern.exec(dockerfile) ?? [];
  if (found === undefined) throw new Error(`The Dockerfile has nothing like ${pattern.source}.`);
  return found;
};
const port = Number(inImage(/^EXPOSE (\d+)$/m));
const data = inImage(/^VOLUME (\S+)$/m);
const command = inImage(/^CMD (\[.*dist\/server\/main\.js"\])$/m);
const health = '/readyz';

const publicFile = (file: string): Content => ({ copyOf: `src/client/app/public/${file}` });
/** The readers of some catalogues know YAML 1.1, where more has to be quoted. */
const yaml = (value: unknown) => stringify(value, { lineWidth: 0, version: '1.1' });
const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;
const xml = (text: string) => text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);
const paragraphs = (language: keyof Text, ...texts: readonly (readonly Text[])[]) =>
  texts.flatMap((some) => some.map((text) => text[language])).join('\n\n');

/** The names of the settings that a catalogue offers, each with what it has at first. */
const atFirst = {
  ...(Object.fromEntries(Object.keys(options).map((one) => [one, ''])) as Record<keyof typeof options, string>),
  SIGN_UPS: 'open',
};
/** A copy each day, made while the server works: what a catalogue copies of a running database need not be whole. */
const backups = { BACKUP_EVERY: '24' };
/** As compose.yaml confines it: nothing is written but in the data folder, and no right is needed. */
const confined = { read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] };

/** Umbrel: app packages of github.com/getumbrel/umbrel-apps. */
const umbrel: Catalogue = {
  needs: ['image', 'site', 'repository', 'support', 'author', 'submission'],
  files: (said) => ({
    [`${id}/umbrel-app.yml`]: yaml({
      manifestVersion: 1,
      id,
      category: 'social',
      name,
      version,
      tagline: tagline.en,
      description: paragraphs('en', description, adviceWithoutSettings),
      releaseNotes: '',
      developer: said.author,
      website: said.site,
      dependencies: [],
      repo: said.repository,
      support: said.support,
      // It is one that no package there has.
      port: 3687,
      gallery: [],
      path: '',
      defaultUsername: '',
      defaultPassword: '',
      submitter: said.author,
      submission: said.submission,
    }),
    [`${id}/docker-compose.yml`]: yaml({
      services: {
        // The people who come by a link have no account on the Umbrel, and the app has its own. The proxy hands on Host, but not where a call came from.
        app_proxy: { environment: { APP_HOST: `${id}_server_1`, APP_PORT: port, PROXY_AUTH_ADD: 'false' } },
        server: {
          image: said.image,
          // Umbrel makes the folder as 1000, which is also the user of the image.
          user: '1000:1000',
          restart: 'on-failure',
          ...confined,
          // Umbrel asks its user for no settings.
          environment: { ...backups, SIGN_UPS: 'invited' },
          volumes: [`\${APP_DATA_DIR}/data:${data}`],
        },
      },
    }),
    [`${id}/data/.gitkeep`]: '',
  }),
};

/** CasaOS and ZimaOS: apps of github.com/IceWhaleTech/CasaOS-AppStore. */
const casaos: Catalogue = {
  needs: ['image', 'site', 'repository', 'support', 'author'],
  files: (said) => {
    const both = (text: Text) => ({ en_US: text.en, fr_FR: text.fr });
    const all = (texts: readonly Text[]) => ({ en_US: paragraphs('en', texts), fr_FR: paragraphs('fr', texts) });
    return {
      'Apps/OuLaLa/docker-compose.yml': yaml({
        name: id,
        services: {
          [id]: {
            image: said.image,
            // CasaOS makes the folder as root. A named volume it would delete with the app, whatever its user says.
            user: '0:0',
            ...confined,
            cap_add: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER'],
            restart: 'unless-stopped',
            environment: { ...atFirst, ...backups },
            ports: [{ target: port, published: String(port), protocol: 'tcp' }],
            volumes: [{ type: 'bind', source: `/DATA/AppData/${id}/data`, target: data }],
          },
        },
        'x-casaos': {
          id: `${new URL(said.site).hostname.split('.').toReversed().join('.')}.${id}`,
          main: id,
          index: '/',
          port_map: String(port),
          scheme: 'http',
          icon: `${said.site}/icon.svg`,
          title: both({ fr: name, en: name }),
          tagline: both(tagline),
          description: all(description),
          tips: { before_install: all(advice) },
          author: said.author,
          developer: said.author,
          category: 'Social',
          architectures: ['amd64', 'arm64'],
          version,
          website: said.site,
          repo: said.repository,
          support: said.support,
        },
      }),
      'Apps/OuLaLa/icon.svg': publicFile('icon.svg'),
    };
  },
};

/** Unraid: a template of Community Applications, as its Docker page saves them. */
const unraid: Catalogue = {
  needs: ['image', 'site', 'repository', 'support'],
  files: (said) => {
    const element = (tag: string, text: string) => `  <${tag}>${xml(text)}</${tag}>`;
    const config = (type: string, label: string, target: string, value: string, help: string, mode = '', display = 'always') =>
      `  <Config Name="${xml(label)}" Target="${xml(target)}" Default="${xml(value)}" Mode="${mode}" Description="${xml(help)}" Type="${type}" Display="${display}" Required="${type !== 'Variable'}" Mask="${target === 'SMTP_URL'}">${xml(value)}</Config>`;
    const variables = Object.entries(options).map(([variable, { en }]) =>
      config('Variable', en.label, variable, atFirst[variable as keyof typeof options], en.help),
    );
    return {
      [`${id}.xml`]: [
        '<?xml version="1.0"?>',
        '<Container version="2">',
        element('Name', id),
        // Unraid looks for a newer image behind the same tag.
        element('Repository', `${imageName(said.image)}:latest`),
        element('Network', 'bridge'),
        element('Privileged', 'false'),
        element('Support', said.support),
        element('Project', said.repository),
        element('Overview', paragraphs('en', description, advice)),
        element('Category', 'Other:'),
        element('WebUI', `http://[IP]:[PORT:${port}]/`),
        element('Icon', `${said.site}/icon-512.png`),
        // Unraid gives the folders of apps to nobody:users.
        element('ExtraParams', '--user 99:100 --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges'),
        config('Port', 'Port', String(port), String(port), 'The port of the game.', 'tcp'),
        config('Path', 'Data', data, `/mnt/user/appdata/${id}`, 'The database and the key that decrypts it.', 'rw'),
        ...variables,
        config(
          'Variable',
          'Backups',
          'BACKUP_EVERY',
          backups.BACKUP_EVERY,
          'Hours between the backups in the data folder.',
          '',
          'advanced',
        ),
        '</Container>',
        '',
      ].join('\n'),
      'ca_profile.xml': [
        '<?xml version="1.0"?>',
        '<CommunityApplications>',
        element('Profile', paragraphs('en', description)),
        element('Icon', `${said.site}/icon-512.png`),
        element('WebPage', said.site),
        '</CommunityApplications>',
        '',
      ].join('\n'),
    };
  },
};

/** Coolify: a service template of github.com/coollabsio/coolify. Coolify itself names and restarts the containers, and its proxy is the only way to them. */
const coolify: Catalogue = {
  needs: ['image', 'site', 'repository'],
  files: (said) => {
    const head = {
      documentation: said.repository,
      slogan: `${tagline.en}.`,
      category: 'games',
      tags: 'game,points,couple,friends,french',
      logo: `svgs/${id}.svg`,
      port,
    };
    const asked = Object.entries(atFirst).filter(([variable]) => variable !== 'ORIGIN' && variable !== 'TRUST_PROXY');
    return {
      [`templates/compose/${id}.yaml`]: `${Object.entries(head)
        .map(([key, value]) => `# ${key}: ${value}\n`)
        .join('')}\n${yaml({
        services: {
          oulala: {
            image: said.image,
            ...confined,
            environment: [
              `SERVICE_URL_OULALA_${port}`,
              'ORIGIN=$SERVICE_URL_OULALA',
              'TRUST_PROXY=true',
              ...asked.map(([variable, value]) => `${variable}=\${${variable}:-${value}}`),
              ...Object.entries(backups).map(([variable, value]) => `${variable}=\${${variable}:-${value}}`),
            ],
            volumes: [`oulala-data:${data}`],
          },
        },
      })}`,
      [`svgs/${id}.svg`]: publicFile('icon.svg'),
    };
  },
};

/** Dokploy: a blueprint of github.com/Dokploy/templates, whose guide asks for `restart`. Whether the domain has TLS is chosen later, so ORIGIN is empty at first. */
const dokploy: Catalogue = {
  needs: ['image', 'site', 'repository'],
  files: (said) => {
    const variables = { ...atFirst, TRUST_PROXY: 'true', ...backups };
    return {
      [`blueprints/${id}/docker-compose.yml`]: yaml({
        version: '3.8',
        services: {
          [id]: {
            image: said.image,
            restart: 'unless-stopped',
            ...confined,
            expose: [port],
            environment: Object.fromEntries(Object.keys(variables).map((variable) => [variable, `\${${variable}}`])),
            volumes: [`data:${data}`],
          },
        },
        volumes: { data: {} },
      }),
      [`blueprints/${id}/template.toml`]: [
        '[variables]',
        'main_domain = "${domain}"',
        '',
        '[config]',
        `env = ${JSON.stringify(Object.entries(variables).map((pair) => pair.join('=')))}`,
        'mounts = []',
        '',
        '[[config.domains]]',
        `serviceName = "${id}"`,
        `port = ${port}`,
        'host = "${main_domain}"',
        '',
      ].join('\n'),
      [`blueprints/${id}/meta.json`]: json({
        id,
        name,
        version,
        description: `${tagline.en}.`,
        logo: `${id}.svg`,
        links: { github: said.repository, website: said.site, docs: said.repository },
        tags: ['game', 'social'],
      }),
      [`blueprints/${id}/${id}.svg`]: publicFile('icon.svg'),
    };
  },
};

/** Home Assistant: an app (add-on) in a repository of its own. The Supervisor builds it on the image, since it makes /data as root and hands options over in a file. */
const homeAssistant: Catalogue = {
  needs: ['image', 'site', 'author'],
  files: (said) => {
    const types: Record<keyof typeof options, string> = {
      ORIGIN: 'url?',
      TRUST_PROXY: 'bool',
      SIGN_UPS: `list(${signUpPolicies.join('|')})`,
      SMTP_URL: 'password?',
      MAIL_FROM: 'str?',
      SUPPORT_EMAIL: 'email?',
    };
    const translation = (language: keyof Text) =>
      yaml({
        configuration: Object.fromEntries(
          Object.entries(options).map(([variable, { [language]: text }]) => [variable, { name: text.label, description: text.help }]),
        ),
        network: { [`${port}/tcp`]: name },
      });
    return {
      'repository.yaml': yaml({ name, url: said.site, maintainer: said.author }),
      [`${id}/config.yaml`]: yaml({
        name,
        version,
        slug: id,
        description: tagline.en,
        url: said.site,
        arch: ['aarch64', 'amd64'],
        // The copy is made while the app is stopped: a database and its write-ahead log belong together.
        backup: 'cold',
        tmpfs: true,
        ports: { [`${port}/tcp`]: port },
        webui: `http://[HOST]:[PORT:${port}]`,
        watchdog: `http://[HOST]:[PORT:${port}]${health}`,
        options: { TRUST_PROXY: false, SIGN_UPS: atFirst.SIGN_UPS },
        schema: types,
      }),
      [`${id}/Dockerfile`]: [
        `FROM ${said.image}`,
        'USER root',
        'COPY start.mjs ./',
        `LABEL io.hass.version="${version}" io.hass.type="app" io.hass.arch="aarch64|amd64"`,
        `CMD ${command.replace('dist/server/main.js', 'start.mjs')}`,
        '',
      ].join('\n'),
      [`${id}/start.mjs`]: { copyOf: 'deploy/catalogue/home-assistant-start.mjs' },
      [`${id}/icon.png`]: publicFile('icon-192.png'),
      [`${id}/README.md`]: `# ${name}\n\n${paragraphs('en', description)}\n`,
      [`${id}/DOCS.md`]: `# ${name}\n\n${paragraphs('en', advice)}\n\n## En français\n\n${paragraphs('fr', advice)}\n`,
      [`${id}/translations/en.yaml`]: translation('en'),
      [`${id}/translations/fr.yaml`]: translation('fr'),
    };
  },
};

/** YunoHost: a package of the format 2, as github.com/YunoHost/apps lists them. Its scripts are in deploy/yunohost. */
const yunohost: Catalogue = {
  needs: ['site', 'repository', 'author', 'tarball', 'sha256'],
  files: (said) => {
    const from = 'deploy/yunohost';
    const values: Record<string, string> = {
      DESCRIPTION_EN: tagline.en,
      DESCRIPTION_FR: tagline.fr,
      VERSION: version,
      AUTHOR: said.author,
      LICENSE: packageFile.license,
      SITE: said.site,
      REPOSITORY: said.repository,
      TARBALL: said.tarball,
      SHA256: said.sha256,
    };
    // Inside of the quotes of TOML, which are those of JSON.
    const filled = (text: string) => text.replace(/@([A-Z\d_]+)@/g, (_, one: string) => JSON.stringify(values[one]).slice(1, -1));
    const paths = readdirSync(join(root, from), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(join(root, from), join(entry.parentPath, entry.name)));
    const screenshots = ['accueil', 'scores'].map((screen) => `screenshot-${screen}-narrow.jpg`);
    return Object.fromEntries(
      Object.entries<Content>({
        ...Object.fromEntries(paths.map((path) => [path, { copyOf: `${from}/${path}` }])),
        'manifest.toml': filled(read(`${from}/manifest.toml`)),
        LICENSE: { copyOf: 'LICENSE' },
        'doc/DESCRIPTION.md': `${paragraphs('en', description)}\n`,
        'doc/DESCRIPTION_fr.md': `${paragraphs('fr', description)}\n`,
        ...Object.fromEntries(screenshots.map((file) => [`doc/screenshots/${file}`, publicFile(file)])),
      }).map(([path, content]) => [`${id}_ynh/${path}`, content]),
    );
  },
};

export const catalogues: Record<string, Catalogue> = {
  umbrel,
  casaos,
  unraid,
  coolify,
  dokploy,
  'home-assistant': homeAssistant,
  yunohost,
};
