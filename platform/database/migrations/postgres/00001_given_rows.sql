-- +goose Up
-- The rows of a JSON array, with the columns and types of a table's row type, for UpdateRows. The planner takes a json_populate_recordset for 100 rows, and
-- chose to read a whole table that was small when the statement was planned; of this function it expects one row, so that it looks each up by its key.
-- +goose StatementBegin
CREATE FUNCTION given_rows(row_type anyelement, given json) RETURNS SETOF anyelement
    LANGUAGE plpgsql STABLE ROWS 1
AS $$
BEGIN
    RETURN QUERY SELECT * FROM json_populate_recordset(row_type, given);
END
$$;
-- +goose StatementEnd
