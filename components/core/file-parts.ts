import type { FileParts } from "#components/kit/file-parts.ts";
import { FileOpenings } from "./people/file-openings.tsx";

export const core: FileParts = { sections: [{ name: "openings", Part: FileOpenings }] };
