const TOKEN =
  /(?:const|let)\s+(?<name>\w+)\s*=\s*(?:await\s+)?(?:useTranslations|getTranslations)\(\s*(?<scope>[^)]*)\)|\b(?<caller>\w+)(?:\.(?:rich|markup|raw))?\(\s*(?<argument>"[^"\n]*"|\w+(?:\.\w+)*\s*\?\s*"[^"\n]*"\s*:\s*"[^"\n]*")/g;

/**
 * The whole keys, `namespace.key`, of the messages that a source names as text: `t("key")`, `t.rich("key")` and
 * `t(condition ? "one" : "other")` after `const t = useTranslations("namespace")` or `getTranslations`. A later binding
 * of the same name replaces the earlier one. Keys that are put together at run time are not seen.
 */
export function literalKeys(source: string): string[] {
  const scopes = new Map<string, string | null>();
  const keys: string[] = [];
  for (const { groups = {} } of source.matchAll(TOKEN)) {
    const { name, scope, caller, argument } = groups;
    if (name !== undefined) scopes.set(name, namespaceOf(scope ?? ""));
    else if (caller !== undefined && scopes.has(caller)) {
      const namespace = scopes.get(caller);
      if (namespace === null || namespace === undefined) continue;
      const texts = argument?.match(/"[^"\n]*"/g) ?? [];
      keys.push(...texts.map((text) => [namespace, text.slice(1, -1)].filter(Boolean).join(".")));
    }
  }
  return keys;
}

/** The namespace that a call names; "" without one, null for one that is put together at run time. */
function namespaceOf(scope: string): string | null {
  if (scope.trim() === "") return "";
  return /^\s*"([^"]*)"\s*$/.exec(scope)?.[1] ?? null;
}
