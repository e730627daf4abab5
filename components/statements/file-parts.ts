import type { FileParts } from "#components/kit/file-parts.ts";
import { DatesSection } from "./dates-section.tsx";

export const statements: FileParts = { documentSections: [{ name: "dates", Part: DatesSection }] };
