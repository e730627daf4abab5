/**
 * A message in words of one language, before it becomes mail, chat or JSON. Its texts are plain: each renderer escapes them.
 */
export type Message = {
  title: string;
  /** Paragraphs. */
  lines: string[];
  /** Path of the page that it is about, beginning with `/`; null without one. */
  path: string | null;
};
