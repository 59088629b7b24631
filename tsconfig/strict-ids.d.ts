/** In a program without tests: see `src/shared/ids.ts`. */
interface IdRules {
  strict: true;
}
