// The looks of the shop's pages as their form holds them.

import type { Schemas } from '../types';
import { type LocaleText, writtenTexts } from '../ui/LocaleTexts';

export type Group = Schemas['StorefrontSettingsGroup'];
type Values = Schemas['StorefrontSettings'];
type Kind = Schemas['HomeBlockKind'];

/** A row of a list; its id is the form's alone, so that the row keeps its state when it moves. */
interface Row {
  id: number;
}

export interface BlockDraft extends Row {
  kind: Kind;
  texts: LocaleText[];
  link: string;
  mediaId: string | null;
  /** Where the picture is that is saved. */
  url: string | null;
}

export interface LinkDraft extends Row {
  link: string;
  titles: LocaleText[];
}

export interface ColumnDraft extends Row {
  titles: LocaleText[];
  links: LinkDraft[];
}

export interface Draft {
  accent: string;
  paper: string;
  ink: string;
  font: string;
  radius: string;
  ratio: string;
  fit: string;
  scheme: string;
  home: BlockDraft[];
  menu: LinkDraft[];
  footerColumns: ColumnDraft[];
  footerTexts: LocaleText[];
  notices: LocaleText[];
}

let last = 0;
const nextId = () => ++last;

const copied = (texts: LocaleText[]) => texts.map((t) => ({ ...t }));
const linkDraft = ({ link, titles }: Schemas['StorefrontLink']): LinkDraft => ({ id: nextId(), link, titles: copied(titles as unknown as LocaleText[]) });

export const newBlock = (kind: Kind): BlockDraft => ({ id: nextId(), kind, texts: [], link: '', mediaId: null, url: null });
export const newLink = (): LinkDraft => ({ id: nextId(), link: '', titles: [] });
export const newColumn = (): ColumnDraft => ({ id: nextId(), titles: [], links: [newLink()] });

/** Whether a block has words, a picture and a button of its own. */
export const hasWords = (kind: Kind) => kind === 'hero' || kind === 'text';

export const draftOf = (v: Values): Draft => ({
  accent: v.accent, paper: v.paper, ink: v.ink, font: v.font, radius: String(v.radius), ratio: v.ratio, fit: v.fit, scheme: v.scheme,
  home: v.home.map((b) => ({
    id: nextId(), kind: b.kind, texts: copied(b.texts as unknown as LocaleText[]), link: b.link ?? '', mediaId: b.mediaId, url: b.image?.url ?? null,
  })),
  menu: v.menu.map(linkDraft),
  footerColumns: v.footerColumns.map((c) => ({ id: nextId(), titles: copied(c.titles as unknown as LocaleText[]), links: c.links.map(linkDraft) })),
  footerTexts: copied(v.footerTexts as unknown as LocaleText[]),
  notices: copied(v.notices as unknown as LocaleText[]),
});

const linkBody = ({ link, titles }: LinkDraft) => ({ link: link.trim(), titles: writtenTexts(titles) });

/** The texts of a block as they are sent: those of a kind without words of its own are titles. */
const blockTexts = (b: BlockDraft) => writtenTexts(hasWords(b.kind) ? b.texts : b.texts.map(({ locale, title }) => ({ locale, title: title ?? null })));

/** What is sent. What is no number stays a text, which the service refuses. */
export function bodyOf(d: Draft) {
  const radius = Number(d.radius);
  return {
    accent: d.accent, paper: d.paper, ink: d.ink, font: d.font, ratio: d.ratio, fit: d.fit, scheme: d.scheme,
    radius: d.radius.trim() === '' || Number.isNaN(radius) ? d.radius : radius,
    home: d.home.map((b) => ({
      kind: b.kind, texts: blockTexts(b), ...(hasWords(b.kind) ? { link: b.link.trim() || null, mediaId: b.mediaId } : {}),
    })),
    menu: d.menu.map(linkBody),
    footerColumns: d.footerColumns.map((c) => ({ titles: writtenTexts(c.titles), links: c.links.map(linkBody) })),
    footerTexts: writtenTexts(d.footerTexts),
    notices: writtenTexts(d.notices),
  };
}

export type Body = ReturnType<typeof bodyOf>;

const isWhole = (l: Body['menu'][number]) => l.link !== '' && l.titles.length > 0;

/** What is sent for a preview: without the rows that somebody is still filling in. */
export const previewOf = (body: Body): Body => ({
  ...body,
  home: body.home.filter((b) => b.kind !== 'text' || b.texts.length > 0),
  menu: body.menu.filter(isWhole),
  footerColumns: body.footerColumns.map((c) => ({ ...c, links: c.links.filter(isWhole) })).filter((c) => c.titles.length > 0 && c.links.length > 0),
});
