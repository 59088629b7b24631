/** Made by the build, see `vite.config.ts`. */
declare module 'virtual:emojis' {
  import type { EmojiFamily } from '#client/actions/emoji-search.ts';
  const families: readonly EmojiFamily[];
  export default families;
}
