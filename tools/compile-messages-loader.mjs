import { parse } from '@formatjs/icu-messageformat-parser';

/** Only texts with these characters need compiling. */
const SYNTAX = /[{<']/;

/** Compiles texts during the build, so that no browser downloads the parser of their syntax. */
export const compiledMessages = (messages) =>
  Object.fromEntries(
    Object.entries(messages).map(([id, text]) => [id, SYNTAX.test(text) ? parse(text, { locale: new Intl.Locale('en') }) : text]),
  );

/** A loader for text files: JSON in, a module out. */
export default function compileMessagesLoader(source) {
  return `export default ${JSON.stringify(compiledMessages(JSON.parse(source)))}`;
}
