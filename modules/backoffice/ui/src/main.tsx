import { lazy } from 'react';
import { createRoot } from 'react-dom/client';
import { Admin, CustomRoutes, Resource } from 'react-admin';
import { BrowserRouter, Route } from 'react-router-dom';
import { i18nProvider } from './i18n';
import { Layout } from './layout/Layout';
import { LoginPage } from './layout/LoginPage';
import { NotFound } from './layout/NotFound';
import { authProvider, dataProvider } from './providers';
import { OverviewPage } from './overview/OverviewPage';
import { dark, light } from './theme';
import { Notices } from './ui/Notices';

const OrderList = lazy(() => import('./orders/OrderList'));
const SlipPage = lazy(() => import('./orders/SlipPage'));
const OrderPage = lazy(() => import('./orders/OrderPage'));
const ReturnList = lazy(() => import('./returns/ReturnList'));
const ReturnPage = lazy(() => import('./returns/ReturnPage'));
const ApplicationList = lazy(() => import('./wholesale/ApplicationList'));
const ApplicationPage = lazy(() => import('./wholesale/ApplicationPage'));
const StockList = lazy(() => import('./stock/StockList'));
const CustomerList = lazy(() => import('./customers/CustomerList'));
const CustomerPage = lazy(() => import('./customers/CustomerPage'));
const ReviewList = lazy(() => import('./reviews/ReviewList'));
const MailList = lazy(() => import('./mails/MailList'));
const TaskList = lazy(() => import('./payments/TaskList'));
const DeadList = lazy(() => import('./events/DeadList'));
const EventList = lazy(() => import('./events/EventList'));
const ProductList = lazy(() => import('./products/ProductList'));
const ProductPage = lazy(() => import('./products/ProductPage'));
const EditProductPage = lazy(() => import('./products/EditProductPage'));
const NewProductPage = lazy(() => import('./products/NewProductPage'));
const ImportPage = lazy(() => import('./import/ImportPage'));
const BrandList = lazy(() => import('./taxonomy/BrandList'));
const CategoryList = lazy(() => import('./taxonomy/CategoryList'));
const MediaList = lazy(() => import('./media/MediaList'));
const PromotionList = lazy(() => import('./promotions/PromotionList'));
const MethodList = lazy(() => import('./shipping/MethodList'));
const StaffList = lazy(() => import('./staff/StaffList'));
const RoleList = lazy(() => import('./staff/RoleList'));
const InvitationList = lazy(() => import('./staff/InvitationList'));
const KeyList = lazy(() => import('./staff/KeyList'));
const WebhookList = lazy(() => import('./webhooks/WebhookList'));
const WebhookPage = lazy(() => import('./webhooks/WebhookPage'));
const DeliveryList = lazy(() => import('./webhooks/DeliveryList'));
const InboxList = lazy(() => import('./inbox/InboxList'));
const AccountPage = lazy(() => import('./account/AccountPage'));
const AcceptPage = lazy(() => import('./layout/AcceptPage'));
const AuditList = lazy(() => import('./audit/AuditList'));

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
      dashboard={OverviewPage}
      layout={Layout}
      loginPage={LoginPage}
      catchAll={NotFound}
      notification={Notices}
      theme={light}
      darkTheme={dark}
    >
      <Resource name="orders" list={OrderList} edit={OrderPage} />
      <Resource name="returns" list={ReturnList} edit={ReturnPage} />
      <Resource name="wholesale" list={ApplicationList} edit={ApplicationPage} />
      <Resource name="stock" list={StockList} />
      <Resource name="customers" list={CustomerList} edit={CustomerPage} />
      <Resource name="reviews" list={ReviewList} />
      <Resource name="mails" list={MailList} />
      <Resource name="payments" list={TaskList} />
      <Resource name="dead" list={DeadList} />
      <Resource name="events" list={EventList} />
      <Resource name="products" list={ProductList} edit={ProductPage} />
      <Resource name="brands" list={BrandList} />
      <Resource name="categories" list={CategoryList} />
      <Resource name="media" list={MediaList} />
      <Resource name="promotions" list={PromotionList} />
      <Resource name="shipping" list={MethodList} />
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
        <Route path="/products/new" element={<NewProductPage />} />
        <Route path="/products/:id/edit" element={<EditProductPage />} />
      </CustomRoutes>
    </Admin>
  </BrowserRouter>,
);
