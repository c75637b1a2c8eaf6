import AccountBalanceIcon from '@mui/icons-material/AccountBalance';
import AccountTreeIcon from '@mui/icons-material/AccountTree';
import AssignmentReturnIcon from '@mui/icons-material/AssignmentReturn';
import BadgeIcon from '@mui/icons-material/Badge';
import CalculateIcon from '@mui/icons-material/Calculate';
import CategoryIcon from '@mui/icons-material/Category';
import CollectionsBookmarkIcon from '@mui/icons-material/CollectionsBookmark';
import CompareArrowsIcon from '@mui/icons-material/CompareArrows';
import DashboardIcon from '@mui/icons-material/Dashboard';
import DescriptionIcon from '@mui/icons-material/Description';
import DraftsIcon from '@mui/icons-material/Drafts';
import EventIcon from '@mui/icons-material/Event';
import ErrorIcon from '@mui/icons-material/Error';
import GavelIcon from '@mui/icons-material/Gavel';
import GroupIcon from '@mui/icons-material/Group';
import HistoryIcon from '@mui/icons-material/History';
import ImageIcon from '@mui/icons-material/Image';
import InventoryIcon from '@mui/icons-material/Inventory2';
import KeyIcon from '@mui/icons-material/Key';
import ListAltIcon from '@mui/icons-material/ListAlt';
import LocalOfferIcon from '@mui/icons-material/LocalOffer';
import LocalShippingIcon from '@mui/icons-material/LocalShipping';
import MailIcon from '@mui/icons-material/Mail';
import NotificationsIcon from '@mui/icons-material/Notifications';
import PaletteIcon from '@mui/icons-material/Palette';
import PaymentsIcon from '@mui/icons-material/Payments';
import PercentIcon from '@mui/icons-material/Percent';
import SellIcon from '@mui/icons-material/Sell';
import PersonIcon from '@mui/icons-material/Person';
import PersonAddIcon from '@mui/icons-material/PersonAdd';
import ReceiptLongIcon from '@mui/icons-material/ReceiptLong';
import ReplyIcon from '@mui/icons-material/Reply';
import SendIcon from '@mui/icons-material/Send';
import SettingsIcon from '@mui/icons-material/Settings';
import ShoppingBagIcon from '@mui/icons-material/ShoppingBag';
import StarIcon from '@mui/icons-material/Star';
import StorefrontIcon from '@mui/icons-material/Storefront';
import TuneIcon from '@mui/icons-material/Tune';
import UndoIcon from '@mui/icons-material/Undo';
import VerifiedUserIcon from '@mui/icons-material/VerifiedUser';
import WebhookIcon from '@mui/icons-material/Webhook';
import type { ReactElement } from 'react';
import { may } from '../providers';

/** A page of the menu. */
export interface Page {
  path: string;
  text: string;
  icon: ReactElement;
  /** What it takes to open it; without it, everybody may. */
  scope?: string;
  /** The list that counts what waits on it. */
  waiting?: string;
}

/** Pages of the menu that belong together; text is their name. */
interface Group {
  text: string;
  pages: Page[];
}

/** The menu, from what is done each day to what is looked at when something is wrong. */
const groups: Group[] = [
  {
    text: 'layout.menu.sales',
    pages: [
      { path: '/', text: 'overview.title', icon: <DashboardIcon /> },
      { path: '/inbox', text: 'inbox.title', icon: <NotificationsIcon /> },
      { path: '/orders', text: 'orders.title', scope: 'orders:read', icon: <ShoppingBagIcon />, waiting: '/v1/admin/orders?status=placed' },
      { path: '/returns', text: 'returns.title', scope: 'orders:read', icon: <AssignmentReturnIcon />, waiting: '/v1/admin/returns?status=requested' },
      { path: '/withdrawals', text: 'withdrawals.title', scope: 'orders:read', icon: <UndoIcon />, waiting: '/v1/admin/withdrawals?state=received' },
      { path: '/refunds', text: 'refunds.title', scope: 'orders:read', icon: <ReplyIcon />, waiting: '/v1/admin/refunds?status=pending&channel=manual' },
      { path: '/invoices', text: 'invoices.title', scope: 'invoices:read', icon: <DescriptionIcon /> },
      { path: '/tax', text: 'tax.title', scope: 'reports:read', icon: <CalculateIcon /> },
      { path: '/entries', text: 'statements.entries.title', scope: 'payments:read', icon: <AccountBalanceIcon />, waiting: '/v1/admin/payments/entries?state=open' },
      { path: '/statements', text: 'statements.title', scope: 'payments:read', icon: <ReceiptLongIcon /> },
      {
        path: '/wholesale', text: 'wholesale.title', scope: 'wholesale:decide', icon: <StorefrontIcon />,
        waiting: '/v1/admin/wholesale/applications?status=under_review',
      },
      { path: '/customers', text: 'customers.title', scope: 'customers:read', icon: <GroupIcon /> },
      { path: '/guests', text: 'guests.title', scope: 'customers:read', icon: <PersonIcon /> },
    ],
  },
  {
    text: 'layout.menu.goods',
    pages: [
      { path: '/products', text: 'products.title', scope: 'products:read', icon: <CategoryIcon /> },
      { path: '/price-plans', text: 'pricePlans.title', scope: 'products:read', icon: <EventIcon /> },
      { path: '/stock', text: 'stock.title', scope: 'stock:read', icon: <InventoryIcon />, waiting: '/v1/admin/stock?low=true' },
      { path: '/categories', text: 'taxonomy.categories.title', scope: 'products:write', icon: <AccountTreeIcon /> },
      { path: '/collections', text: 'collections.title', scope: 'products:read', icon: <CollectionsBookmarkIcon /> },
      { path: '/attributes', text: 'attributes.title', scope: 'products:read', icon: <TuneIcon /> },
      { path: '/synonyms', text: 'synonyms.title', scope: 'products:read', icon: <CompareArrowsIcon /> },
      { path: '/brands', text: 'taxonomy.brands.title', scope: 'products:write', icon: <LocalOfferIcon /> },
      { path: '/media', text: 'media.title', scope: 'products:read', icon: <ImageIcon /> },
    ],
  },
  {
    text: 'layout.menu.shop',
    pages: [
      { path: '/promotions', text: 'promotions.title', scope: 'promotions:read', icon: <PercentIcon /> },
      { path: '/automatic-promotions', text: 'automaticPromotions.title', scope: 'promotions:read', icon: <SellIcon /> },
      { path: '/shipping', text: 'shipping.title', scope: 'settings:read', icon: <LocalShippingIcon /> },
      { path: '/settings', text: 'settings.title', scope: 'settings:read', icon: <SettingsIcon /> },
      { path: '/looks', text: 'looks.title', scope: 'settings:write', icon: <PaletteIcon /> },
      { path: '/mailtexts', text: 'mailtexts.title', scope: 'settings:write', icon: <DraftsIcon /> },
      { path: '/legal', text: 'legal.title', scope: 'settings:read', icon: <GavelIcon /> },
      { path: '/reviews', text: 'reviews.title', scope: 'reviews:moderate', icon: <StarIcon /> },
      { path: '/mails', text: 'mails.title', scope: 'mails:read', icon: <MailIcon />, waiting: '/v1/admin/mails?status=failed' },
    ],
  },
  {
    text: 'layout.menu.staff',
    pages: [
      { path: '/staff', text: 'staff.title', scope: 'staff:read', icon: <BadgeIcon /> },
      { path: '/invitations', text: 'staff.invitations.title', scope: 'staff:read', icon: <PersonAddIcon /> },
      { path: '/roles', text: 'staff.roles.title', scope: 'staff:read', icon: <VerifiedUserIcon /> },
      { path: '/keys', text: 'staff.keys.title', scope: 'keys:write', icon: <KeyIcon /> },
    ],
  },
  {
    text: 'layout.menu.behind',
    pages: [
      { path: '/audit', text: 'audit.title', scope: 'audit:read', icon: <HistoryIcon /> },
      { path: '/webhooks', text: 'webhooks.title', scope: 'webhooks:read', icon: <WebhookIcon /> },
      { path: '/deliveries', text: 'webhooks.delivery.title', scope: 'webhooks:read', icon: <SendIcon /> },
      { path: '/payments', text: 'payments.title', scope: 'payments:read', icon: <PaymentsIcon />, waiting: '/v1/admin/payments/tasks?status=failed' },
      {
        path: '/dead', text: 'events.dead.title', scope: 'audit:read', icon: <ErrorIcon />,
        waiting: '/v1/admin/events/dead',
      },
      { path: '/events', text: 'events.title', scope: 'audit:read', icon: <ListAltIcon /> },
    ],
  },
];

/** The groups of pages that who is signed in may open; none is empty. */
export const openGroups = (): Group[] =>
  groups.map(({ text, pages }) => ({ text, pages: pages.filter((page) => !page.scope || may(page.scope)) })).filter(({ pages }) => pages.length > 0);

/** The pages that who is signed in may open. */
export const openPages = () => openGroups().flatMap(({ pages }) => pages);

/** Whether who is signed in may open the page at the path, or a page below it. */
export function mayOpen(path: string): boolean {
  const page = groups.flatMap(({ pages }) => pages).find((p) => p.path === `/${path.split('/')[1] ?? ''}`);
  return !page?.scope || may(page.scope);
}
