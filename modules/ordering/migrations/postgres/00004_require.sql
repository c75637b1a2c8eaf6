-- +goose Up
-- A guard of a transaction: unless the condition holds, it raises the SQLSTATE OR001 with the name of the guard as its message,
-- and the transaction can't be committed (RefusedBy of platform/database). It is volatile, so that it runs when it is called.
-- +goose StatementBegin
CREATE FUNCTION ordering_require(holds boolean, guard text) RETURNS boolean
    LANGUAGE plpgsql VOLATILE
AS $$
BEGIN
    IF holds IS NOT TRUE THEN
        RAISE EXCEPTION USING ERRCODE = 'OR001', MESSAGE = guard;
    END IF;
    RETURN TRUE;
END
$$;
-- +goose StatementEnd
