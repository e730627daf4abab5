import { access } from "./access/module.ts";
import { core } from "./core/module.ts";
import { desk } from "./desk/module.ts";
import { edge } from "./edge/module.ts";
import { insights } from "./insights/module.ts";
import { outbound } from "./outbound/module.ts";
import type { ModuleManifest } from "./platform/manifest.ts";
import { platform } from "./platform/module.ts";
import { records } from "./records/module.ts";
import { statements } from "./statements/module.ts";

const MODULES = [access, core, edge, outbound, records, desk, insights, platform, statements] as const;

/** The type of a manifest field: a union over the modules that declare the field. */
export type DeclaredBy<Field extends keyof ModuleManifest> = ValueOf<(typeof MODULES)[number], Field>;
type ValueOf<Module, Field extends string> = Module extends { readonly [F in Field]: infer Value } ? Value : never;

/** The values of a field, in the order of the modules. */
export const declared = <Field extends keyof ModuleManifest>(field: Field) =>
  (MODULES as readonly ModuleManifest[]).map((module) => module[field]).filter((value) => value !== undefined);

/** The entries of the lists below a key, or below all keys, in every member of a union. */
export type ListedIn<Union, Key = KeyIn<Union>> = Union extends object
  ? {
      [K in keyof Union]: K extends Key ? (Union[K] extends readonly (infer Listed)[] ? Listed : never) : never;
    }[keyof Union]
  : never;

/** The keys of every member of a union. */
export type KeyIn<Union> = Union extends object ? keyof Union & string : never;

/** The kinds of all declared ids, by their names. */
export const ID_KINDS = Object.assign({}, ...declared("ids")) as { readonly [Name in IdName]: KindOf<Name> };
export type IdName = KeyIn<DeclaredBy<"ids">>;
type KindOf<Name extends string, Ids = DeclaredBy<"ids">> = Ids extends { readonly [N in Name]: infer Kind }
  ? Kind
  : never;
