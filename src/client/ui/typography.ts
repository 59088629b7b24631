export { type Sentence, sentence, type Texts, typographic, Value } from '#shared/typography';
