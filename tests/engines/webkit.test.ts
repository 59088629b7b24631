import { playIn } from './scenarios.ts';
import { launchWebKit } from './webkit.ts';

playIn(() => launchWebKit(process.env['WEBKIT_DRIVER_PATH'] ?? 'WebKitWebDriver'));
