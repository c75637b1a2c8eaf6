-- +goose Up
-- The shop's settings, by group.
CREATE TABLE invoices_settings (
    name    text   NOT NULL,
    version bigint NOT NULL,
    value   text   NOT NULL,
    seq     bigint NOT NULL,
    CONSTRAINT invoices_settings_pkey PRIMARY KEY (name)
);

-- Buyers: who adds an order of one locks the row, in which an erasure leaves its tombstone.
CREATE TABLE invoices_buyers (
    id     uuid    NOT NULL CONSTRAINT invoices_buyers_pkey PRIMARY KEY,
    erased boolean NOT NULL
);

-- What documents need of orders. placed, bill_to and ship_to are JSON; placed is null of an order
-- from before there were documents, which gets none. charged_cents is the sum of the order's
-- documents, live_id its invoice that is not cancelled: there is one at most.
CREATE TABLE invoices_orders (
    order_id       uuid        NOT NULL CONSTRAINT invoices_orders_pkey PRIMARY KEY,
    number         text        NOT NULL,
    user_id        uuid,
    guest          boolean     NOT NULL,
    email          text,
    full_name      text,
    locale         text        NOT NULL,
    method         text        NOT NULL,
    pending        boolean     NOT NULL,
    cancelled      boolean     NOT NULL,
    paid           boolean     NOT NULL,
    total_cents    bigint      NOT NULL,
    claim_cents    bigint      NOT NULL,
    charged_cents  bigint      NOT NULL,
    live_id        uuid,
    shipped_at     timestamptz,
    invoice_due_at timestamptz,
    placed         text,
    bill_to        text,
    ship_to        text,
    CONSTRAINT invoices_orders_charged_check CHECK (charged_cents >= 0 AND charged_cents <= total_cents),
    CONSTRAINT invoices_orders_live_check CHECK (live_id IS NOT NULL OR charged_cents = 0),
    CONSTRAINT invoices_orders_live_key UNIQUE (live_id)
);
CREATE INDEX invoices_orders_of_user ON invoices_orders (user_id, order_id) WHERE user_id IS NOT NULL;

-- What came back of an order: a refund that names the return is for these units.
CREATE TABLE invoices_returns (
    id             uuid   NOT NULL CONSTRAINT invoices_returns_pkey PRIMARY KEY,
    order_id       uuid   NOT NULL,
    items          text   NOT NULL,
    shipping_cents bigint NOT NULL CONSTRAINT invoices_returns_shipping_check CHECK (shipping_cents >= 0)
);

-- The numbers that were used last, by year. Who takes one locks the row until its commit.
CREATE TABLE invoices_years (
    year          integer NOT NULL CONSTRAINT invoices_years_pkey PRIMARY KEY,
    invoices      bigint  NOT NULL,
    corrections   bigint  NOT NULL,
    cancellations bigint  NOT NULL,
    CONSTRAINT invoices_years_check CHECK (invoices >= 0 AND corrections >= 0 AND cancellations >= 0)
);

-- Documents as they were issued. content is JSON. successor_id is the invoice that replaces the one
-- which a cancellation cancels. erased: the time for which they are kept is over.
CREATE TABLE invoices_documents (
    id           uuid        NOT NULL CONSTRAINT invoices_documents_pkey PRIMARY KEY,
    kind         text        NOT NULL CONSTRAINT invoices_documents_kind_check
                             CHECK (kind IN ('invoice', 'correction', 'cancellation')),
    series       text        NOT NULL,
    n            bigint      NOT NULL CONSTRAINT invoices_documents_n_check CHECK (n > 0),
    year         integer     NOT NULL,
    number       text        NOT NULL,
    order_id     uuid        NOT NULL,
    refers_to_id uuid        CONSTRAINT invoices_documents_refers_to_id_fkey REFERENCES invoices_documents (id),
    successor_id uuid,
    event_id     uuid,
    issued_at    timestamptz NOT NULL,
    gross_cents  bigint      NOT NULL CONSTRAINT invoices_documents_gross_check CHECK (gross_cents > 0),
    content      text        NOT NULL,
    search       text        NOT NULL,
    erased       boolean     NOT NULL,
    CONSTRAINT invoices_documents_series_key UNIQUE (series, n),
    CONSTRAINT invoices_documents_number_key UNIQUE (number),
    CONSTRAINT invoices_documents_event_key UNIQUE (event_id, kind),
    CONSTRAINT invoices_documents_refers_to_check CHECK (kind = 'invoice' OR refers_to_id IS NOT NULL),
    CONSTRAINT invoices_documents_successor_check CHECK (kind = 'cancellation' OR successor_id IS NULL)
);
CREATE INDEX invoices_documents_newest ON invoices_documents (issued_at DESC, id DESC);
CREATE INDEX invoices_documents_of_kind ON invoices_documents (kind, issued_at DESC, id DESC);
CREATE INDEX invoices_documents_of_order ON invoices_documents (order_id, id);
CREATE INDEX invoices_documents_of_successor ON invoices_documents (successor_id) WHERE successor_id IS NOT NULL;
CREATE INDEX invoices_documents_kept ON invoices_documents (year, id) WHERE NOT erased;

-- What a document charges at each rate of VAT, signed: corrections and cancellations are below 0.
CREATE TABLE invoices_rows (
    document_id uuid        NOT NULL CONSTRAINT invoices_rows_document_id_fkey REFERENCES invoices_documents (id),
    n           integer     NOT NULL,
    issued_at   timestamptz NOT NULL,
    country     text        NOT NULL,
    scheme      text        NOT NULL CONSTRAINT invoices_rows_scheme_check
                            CHECK (scheme IN ('domestic', 'oss', 'intra_community', 'export')),
    rate        integer     NOT NULL,
    category    text        NOT NULL CONSTRAINT invoices_rows_category_check CHECK (category IN ('S', 'Z', 'E', 'K', 'G')),
    net_cents   bigint      NOT NULL,
    tax_cents   bigint      NOT NULL,
    gross_cents bigint      NOT NULL,
    CONSTRAINT invoices_rows_pkey PRIMARY KEY (document_id, n),
    CONSTRAINT invoices_rows_sum_check CHECK (net_cents + tax_cents = gross_cents)
);
CREATE INDEX invoices_rows_by_time ON invoices_rows (issued_at);

-- What is issued stays as it is. Only the end of its retention takes persons off a document, once.
-- +goose StatementBegin
CREATE FUNCTION invoices_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is frozen', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER invoices_documents_changed BEFORE UPDATE ON invoices_documents FOR EACH ROW
WHEN (NOT (NEW.erased AND NOT OLD.erased
    AND (NEW.id, NEW.kind, NEW.series, NEW.n, NEW.year, NEW.number, NEW.order_id, NEW.issued_at, NEW.gross_cents)
        = (OLD.id, OLD.kind, OLD.series, OLD.n, OLD.year, OLD.number, OLD.order_id, OLD.issued_at, OLD.gross_cents)
    AND (NEW.refers_to_id, NEW.successor_id, NEW.event_id)
        IS NOT DISTINCT FROM (OLD.refers_to_id, OLD.successor_id, OLD.event_id)))
EXECUTE FUNCTION invoices_frozen();
-- +goose StatementEnd
CREATE TRIGGER invoices_documents_deleted BEFORE DELETE ON invoices_documents
FOR EACH ROW EXECUTE FUNCTION invoices_frozen();
CREATE TRIGGER invoices_documents_emptied BEFORE TRUNCATE ON invoices_documents EXECUTE FUNCTION invoices_frozen();
CREATE TRIGGER invoices_rows_changed BEFORE UPDATE OR DELETE ON invoices_rows
FOR EACH ROW EXECUTE FUNCTION invoices_frozen();
CREATE TRIGGER invoices_rows_emptied BEFORE TRUNCATE ON invoices_rows EXECUTE FUNCTION invoices_frozen();

-- The files of documents, by the sums of their bytes; null until they are made. Until due_at nobody
-- else makes them.
CREATE TABLE invoices_files (
    document_id uuid        NOT NULL CONSTRAINT invoices_files_pkey PRIMARY KEY
                            CONSTRAINT invoices_files_document_id_fkey REFERENCES invoices_documents (id),
    order_id    uuid        NOT NULL,
    pdf         text,
    xml         text,
    attempts    integer     NOT NULL,
    due_at      timestamptz NOT NULL,
    CONSTRAINT invoices_files_check CHECK ((pdf IS NULL) = (xml IS NULL))
);
CREATE INDEX invoices_files_due ON invoices_files (due_at) WHERE pdf IS NULL;
CREATE INDEX invoices_files_of_order ON invoices_files (order_id, document_id) WHERE pdf IS NULL;
