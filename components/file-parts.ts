import { core } from "./core/file-parts.ts";
import { desk } from "./desk/file-parts.tsx";
import type { FileParts } from "./kit/file-parts.ts";
import { outbound } from "./outbound/file-parts.tsx";
import { records } from "./records/file-parts.ts";
import { statements } from "./statements/file-parts.ts";

/** In the order of the parts on the page. */
const PARTS: readonly FileParts[] = [core, statements, desk, outbound, records];

export const FILE_SECTIONS = PARTS.flatMap(({ sections = [] }) => sections);
export const DOCUMENT_SECTIONS = PARTS.flatMap(({ documentSections = [] }) => documentSections);
export const DOCUMENT_ACTIONS = PARTS.flatMap(({ documentActions = [] }) => documentActions);
export const WRITINGS = PARTS.flatMap(({ writings = [] }) => writings);
export const FILE_MENU = PARTS.flatMap(({ menu = [] }) => menu);
