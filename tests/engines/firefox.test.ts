import { playIn } from './scenarios.ts';
import { launchFirefox } from './firefox.ts';

playIn(() => launchFirefox(process.env['FIREFOX_PATH'] ?? 'firefox-esr'));
