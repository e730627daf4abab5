import { XLSX_TYPE } from "./xlsx.ts";

const TYPES = {
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
  xlsx: XLSX_TYPE,
};

/** Headers of a file that a browser saves under this name, with its format as extension, and stores nowhere else. */
export const downloadHeaders = (name: string, format: keyof typeof TYPES): Record<string, string> => ({
  "content-type": TYPES[format],
  "content-disposition": `attachment; filename="${name}.${format}"`,
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
});
