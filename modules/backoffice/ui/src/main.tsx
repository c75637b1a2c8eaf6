import { createRoot } from 'react-dom/client';
import { Admin, CustomRoutes, Resource } from 'react-admin';
import { BrowserRouter, Route } from 'react-router-dom';
import { i18nProvider } from './i18n';
import { Layout } from './layout/Layout';
import { LoginPage } from './layout/LoginPage';
import { NotFound } from './layout/NotFound';
import { page } from './page';
import { authProvider, dataProvider } from './providers';
import { OverviewPage } from './overview/OverviewPage';
import { keptStore } from './store';
import { dark, light } from './theme';
import { ignoreSecondClicks } from './ui/clicks';
import { Notices } from './ui/Notices';

const OrderList = page(() => import('./orders/OrderList'));
const SlipPage = page(() => import('./orders/SlipPage'));
const OrderPage = page(() => import('./orders/OrderPage'));
const RefundList = page(() => import('./refunds/RefundList'));
const ReturnList = page(() => import('./returns/ReturnList'));
const ReturnPage = page(() => import('./returns/ReturnPage'));
const WithdrawalList = page(() => import('./withdrawals/WithdrawalList'));
const WithdrawalPage = page(() => import('./withdrawals/WithdrawalPage'));
const InvoiceList = page(() => import('./invoices/InvoiceList'));
const InvoicePage = page(() => import('./invoices/InvoicePage'));
const TaxPage = page(() => import('./tax/TaxPage'));
const ApplicationList = page(() => import('./wholesale/ApplicationList'));
const ApplicationPage = page(() => import('./wholesale/ApplicationPage'));
const StockList = page(() => import('./stock/StockList'));
const CustomerList = page(() => import('./customers/CustomerList'));
const CustomerPage = page(() => import('./customers/CustomerPage'));
const GuestList = page(() => import('./guests/GuestList'));
const GuestPage = page(() => import('./guests/GuestPage'));
const ReviewList = page(() => import('./reviews/ReviewList'));
const MailList = page(() => import('./mails/MailList'));
const StatementList = page(() => import('./statements/StatementList'));
const EntryList = page(() => import('./statements/EntryList'));
const TaskList = page(() => import('./payments/TaskList'));
const DeadList = page(() => import('./events/DeadList'));
const EventList = page(() => import('./events/EventList'));
const ProductList = page(() => import('./products/ProductList'));
const ProductPage = page(() => import('./products/ProductPage'));
const EditProductPage = page(() => import('./products/EditProductPage'));
const NewProductPage = page(() => import('./products/NewProductPage'));
const CustomerImportPage = page(() => import('./import/CustomerImportPage'));
const ImportPage = page(() => import('./import/ImportPage'));
const BulkEditList = page(() => import('./bulkEdits/BulkEditList'));
const BulkEditPage = page(() => import('./bulkEdits/BulkEditPage'));
const PlanList = page(() => import('./pricePlans/PlanList'));
const PlanPage = page(() => import('./pricePlans/PlanPage'));
const BrandList = page(() => import('./taxonomy/BrandList'));
const CategoryList = page(() => import('./taxonomy/CategoryList'));
const CollectionList = page(() => import('./collections/CollectionList'));
const CollectionPage = page(() => import('./collections/CollectionPage'));
const AttributeList = page(() => import('./attributes/AttributeList'));
const SynonymsPage = page(() => import('./synonyms/SynonymsPage'));
const MediaList = page(() => import('./media/MediaList'));
const PromotionList = page(() => import('./promotions/PromotionList'));
const AutomaticPromotionList = page(() => import('./automaticPromotions/AutomaticPromotionList'));
const MethodList = page(() => import('./shipping/MethodList'));
const MethodPage = page(() => import('./shipping/MethodPage'));
const SettingsPage = page(() => import('./settings/SettingsPage'));
const GroupPage = page(() => import('./settings/GroupPage'));
const LooksPage = page(() => import('./looks/LooksPage'));
const LegalPages = page(() => import('./legal/LegalPages'));
const MailTextsPage = page(() => import('./mailtexts/MailTextsPage'));
const StaffList = page(() => import('./staff/StaffList'));
const RoleList = page(() => import('./staff/RoleList'));
const InvitationList = page(() => import('./staff/InvitationList'));
const KeyList = page(() => import('./staff/KeyList'));
const WebhookList = page(() => import('./webhooks/WebhookList'));
const WebhookPage = page(() => import('./webhooks/WebhookPage'));
const DeliveryList = page(() => import('./webhooks/DeliveryList'));
const InboxList = page(() => import('./inbox/InboxList'));
const AccountPage = page(() => import('./account/AccountPage'));
const AcceptPage = page(() => import('./layout/AcceptPage'));
const AuditList = page(() => import('./audit/AuditList'));

ignoreSecondClicks();

// A transition that is interrupted begins anew: signing out renders before it has left the page, and
// would do so for 13 s; and what is chosen during a transition reads the former address.
createRoot(document.getElementById('root')!).render(
  <BrowserRouter basename="/admin" useTransitions={false}>
    <Admin
      requireAuth
      disableTelemetry
      title="Back office"
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      store={keptStore}
      dashboard={OverviewPage}
      layout={Layout}
      loginPage={LoginPage}
      catchAll={NotFound}
      notification={Notices}
      theme={light}
      darkTheme={dark}
    >
      <Resource name="orders" list={OrderList} edit={OrderPage} />
      <Resource name="refunds" list={RefundList} />
      <Resource name="returns" list={ReturnList} edit={ReturnPage} />
      <Resource name="withdrawals" list={WithdrawalList} edit={WithdrawalPage} />
      <Resource name="invoices" list={InvoiceList} edit={InvoicePage} />
      <Resource name="tax" list={TaxPage} />
      <Resource name="entries" list={EntryList} />
      <Resource name="statements" list={StatementList} />
      <Resource name="wholesale" list={ApplicationList} edit={ApplicationPage} />
      <Resource name="stock" list={StockList} />
      <Resource name="customers" list={CustomerList} edit={CustomerPage} />
      <Resource name="guests" list={GuestList} edit={GuestPage} />
      <Resource name="reviews" list={ReviewList} />
      <Resource name="mails" list={MailList} />
      <Resource name="payments" list={TaskList} />
      <Resource name="dead" list={DeadList} />
      <Resource name="events" list={EventList} />
      <Resource name="products" list={ProductList} edit={ProductPage} />
      <Resource name="bulk-edits" list={BulkEditList} edit={BulkEditPage} />
      <Resource name="price-plans" list={PlanList} edit={PlanPage} />
      <Resource name="brands" list={BrandList} />
      <Resource name="categories" list={CategoryList} />
      <Resource name="collections" list={CollectionList} edit={CollectionPage} />
      <Resource name="attributes" list={AttributeList} />
      <Resource name="synonyms" list={SynonymsPage} />
      <Resource name="media" list={MediaList} />
      <Resource name="promotions" list={PromotionList} />
      <Resource name="automatic-promotions" list={AutomaticPromotionList} />
      <Resource name="shipping" list={MethodList} edit={MethodPage} />
      <Resource name="settings" list={SettingsPage} edit={GroupPage} />
      <Resource name="legal" list={LegalPages} />
      <Resource name="looks" list={LooksPage} />
      <Resource name="mailtexts" list={MailTextsPage} />
      <Resource name="staff" list={StaffList} />
      <Resource name="roles" list={RoleList} />
      <Resource name="invitations" list={InvitationList} />
      <Resource name="keys" list={KeyList} />
      <Resource name="webhooks" list={WebhookList} edit={WebhookPage} />
      <Resource name="deliveries" list={DeliveryList} />
      <Resource name="inbox" list={InboxList} />
      <Resource name="audit" list={AuditList} />
      <CustomRoutes noLayout><Route path="/accept-invitation" element={<AcceptPage />} /></CustomRoutes>
      <CustomRoutes>
        <Route path="/orders/:id/slip" element={<SlipPage />} />
        <Route path="/account" element={<AccountPage />} />
        <Route path="/products/import" element={<ImportPage />} />
        <Route path="/customers/import" element={<CustomerImportPage />} />
        <Route path="/products/new" element={<NewProductPage />} />
        <Route path="/products/:id/edit" element={<EditProductPage />} />
      </CustomRoutes>
    </Admin>
  </BrowserRouter>,
);
