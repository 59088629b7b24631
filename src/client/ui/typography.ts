export { type Texts, typographic } from '#shared/typography';
