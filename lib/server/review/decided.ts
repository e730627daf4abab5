/**
 * SQL: whether this verification was ever accepted or rejected. A proposal counts only once it is approved, and closing
 * does not. The basis of a decision stays evidence also after a reopening; only a decision undone at once does not
 * count.
 */
export const wasDecided = (id: string): string => `EXISTS (
  SELECT FROM review_log AS decision
  WHERE decision.verification_id = ${id} AND decision.kind IN ('decided', 'approved', 'ratified')
    AND decision.resolution IN ('accepted', 'rejected') AND NOT EXISTS (
      SELECT FROM review_log AS later WHERE later.verification_id = decision.verification_id AND later.undoes = decision.id))`;
