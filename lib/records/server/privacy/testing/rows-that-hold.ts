import type pg from "pg";

type Column = { table_name: string; column_name: string; data_type: string };

/**
 * The columns, as `table.column`, of rows that hold this text in any readable form: every column of text, JSON or bytes
 * of every table. The ids of the audit trail stay by design, and are left out.
 */
export async function rowsThatHold(pool: Pick<pg.Pool, "query">, text: string): Promise<string[]> {
  const { rows } = await pool.query<Column>(
    `SELECT table_name, column_name, data_type FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type IN ('text', 'json', 'jsonb', 'bytea', 'ARRAY', 'character varying')
       AND (table_name, column_name) <> ('audit_log', 'ids') ORDER BY 1, 2`,
  );
  const looks = rows.map(({ table_name, column_name, data_type }) => {
    const column = `"${table_name}"."${column_name}"`;
    const holds =
      data_type === "bytea" ? `position(convert_to($1, 'UTF8') IN ${column}) > 0` : `strpos(${column}::text, $1) > 0`;
    return `SELECT '${table_name}.${column_name}' AS place FROM "${table_name}" WHERE ${holds}`;
  });
  const found = await pool.query<{ place: string }>(`${looks.join(" UNION ALL ")} ORDER BY place`, [text]);
  return found.rows.map(({ place }) => place);
}
