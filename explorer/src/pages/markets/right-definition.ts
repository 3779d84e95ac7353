/** What right predictions are, for the headings of tables and figures. */
export const rightDefinition =
  'Right predictions among those of markets that moved. A coin flip is right in half of them.';
