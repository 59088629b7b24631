/** Made by the build, see `vite.config.ts`. */
declare module 'virtual:emojis' {
  import type { ListedEmoji } from '#client/actions/emoji-search.ts';
  const families: readonly { name: string; emojis: readonly ListedEmoji[] }[];
  export default families;
}
