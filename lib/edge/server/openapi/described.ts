import type { DescribedField, DescribedRoute } from "#lib/access/contract/tokens/reference.ts";
import { openApiDocument } from "./document.ts";

type Schema = {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
};

type Operation = {
  summary?: string;
  description?: string;
  security?: { token?: string[] }[];
  parameters?: { name: string; required?: boolean; schema?: Schema; description?: string }[];
  responses?: Record<string, { description: string; content?: Record<string, { schema?: Schema }> }>;
};

export function describedRoutes(): DescribedRoute[] {
  const paths = Object.entries(openApiDocument().paths ?? {});
  return paths.flatMap(([address, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => {
      const responses = Object.entries(operation.responses ?? {});
      const done = responses.find(([status]) => status === "200")?.[1];
      const [schema] = Object.values(done?.content ?? {}).map((content) => content.schema);
      return {
        method: method.toUpperCase(),
        address,
        summary: operation.summary ?? "",
        description: operation.description ?? "",
        permission: operation.security?.[0]?.token?.[0] ?? "",
        parameters: (operation.parameters ?? []).map(({ name, required = false, schema: of = {}, description }) => ({
          name,
          type: typeOf(of),
          required,
          description: description ?? of.description ?? "",
        })),
        answers: responses.map(([status, { description, content = {} }]) => ({
          status,
          description,
          type: Object.keys(content).join(", ") || null,
        })),
        fields: fieldsOf(schema ?? {}, 2),
      };
    }),
  );
}

function fieldsOf(schema: Schema, levels: number, before = ""): DescribedField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const object = field.properties ? field : field.items?.properties ? field.items : null;
    const path = `${before}${name}${field.items ? "[]" : ""}`;
    return [
      {
        name: path,
        type: typeOf(field),
        required: schema.required?.includes(name) ?? false,
        description: field.description ?? "",
      },
      ...(object && levels > 1 ? fieldsOf(object, levels - 1, `${path}.`) : []),
    ];
  });
}

/** A type in short: `string | null`, `"csv" | "xlsx"`, `object[]`. */
function typeOf({ type, anyOf, items, format, ...schema }: Schema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(" | ");
  if (items) return `${typeOf(items)}[]`;
  const name = Array.isArray(type) ? type.join(" | ") : (type ?? "any");
  return format ? `${name} (${format})` : name;
}
