import type { Locale } from "#lib/platform/contract/preferences.ts";
import type * as english from "./en/index.ts";

/** The messages of the reference language, by namespace: their keys are those of every language. */
export type Messages = typeof english;

declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
  }
}

/** The paths of all groups of messages that have these keys; with `never`, the paths of all groups. */
export type NamespaceWith<Keys extends string, Branch = Messages, Path extends string = ""> = {
  [Name in keyof Branch & string]: Branch[Name] extends string
    ? never
    :
        | ([Keys] extends [keyof Branch[Name]] ? `${Path}${Name}` : never)
        | NamespaceWith<Keys, Branch[Name], `${Path}${Name}.`>;
}[keyof Branch & string];

export type Namespace = NamespaceWith<never>;

/** The rest of the paths below a group of messages. */
export type Below<Path extends string, Whole extends string = Namespace> = Whole extends `${Path}.${infer Rest}`
  ? Rest
  : never;

/** The whole keys of all messages. */
export type MessageKey<Branch = Messages, Path extends string = ""> = {
  [Name in keyof Branch & string]: Branch[Name] extends string
    ? `${Path}${Name}`
    : MessageKey<Branch[Name], `${Path}${Name}.`>;
}[keyof Branch & string];
