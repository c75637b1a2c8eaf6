package identity

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/httpapi"
)

func (s *service) handleGetProfile(ctx context.Context, _ *struct{}) (*httpapi.Reply[profile], error) {
	u, err := userByID(s.DB.WithContext(ctx), auth.MustFrom(ctx).UserID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewProfile(&u))
}

func (s *service) handlePatchProfile(ctx context.Context, in *patchProfileInput) (*httpapi.Reply[profile], error) {
	return httpapi.Commit(ctx, s.DB, http.StatusOK, func(tx *gorm.DB) (profile, error) {
		u, err := s.editProfile(ctx, tx, auth.MustFrom(ctx).UserID, in.edit())
		return viewProfile(&u), err
	})
}

func (s *service) handleErase(ctx context.Context, in *eraseInput) (*httpapi.Reply[struct{}], error) {
	found, err := s.reauthenticate(ctx, auth.MustFrom(ctx), in.Body.Password)
	if err != nil {
		return nil, err
	}
	return httpapi.Commit(ctx, s.DB, http.StatusAccepted, func(tx *gorm.DB) (struct{}, error) {
		return struct{}{}, s.erase(ctx, tx, found)
	})
}

func (s *service) handleExport(ctx context.Context, _ *struct{}) (*httpapi.Reply[map[string]any], error) {
	everything, err := s.Export(ctx, auth.MustFrom(ctx).UserID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(everything)
}

func (s *service) handleListAddresses(ctx context.Context, _ *struct{}) (*httpapi.Reply[[]address], error) {
	all, err := addressesOf(s.DB.WithContext(ctx), auth.MustFrom(ctx).UserID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewAddresses(all))
}

func (s *service) handleAddAddress(ctx context.Context, in *addAddressInput) (*httpapi.Reply[address], error) {
	return httpapi.Commit(ctx, s.DB, http.StatusCreated, func(tx *gorm.DB) (address, error) {
		a, err := s.addAddress(ctx, tx, auth.MustFrom(ctx).UserID, in.Body.postal(), in.Body.IsDefault)
		return viewAddress(&a), err
	})
}

func (s *service) handleGetAddress(ctx context.Context, in *addressInput) (*httpapi.Reply[address], error) {
	a, err := addressOf(s.DB.WithContext(ctx), auth.MustFrom(ctx).UserID, in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewAddress(&a))
}

func (s *service) handleChangeAddress(ctx context.Context, in *changeAddressInput) (*httpapi.Reply[address], error) {
	return httpapi.Commit(ctx, s.DB, http.StatusOK, func(tx *gorm.DB) (address, error) {
		a, err := s.changeAddress(ctx, tx, auth.MustFrom(ctx).UserID, in.ID, in.Body.postal(), in.Body.IsDefault)
		return viewAddress(&a), err
	})
}

func (s *service) handleDeleteAddress(ctx context.Context, in *addressInput) (*httpapi.Reply[httpapi.None], error) {
	return httpapi.Commit(ctx, s.DB, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, s.deleteAddress(ctx, tx, auth.MustFrom(ctx).UserID, in.ID)
	})
}

func (s *service) handleListUsers(ctx context.Context, in *listUsersInput) (*httpapi.Reply[httpapi.List[managedUser]], error) {
	users, total, err := findUsers(s.DB.WithContext(ctx), in.Q, in.Role, in.Page)
	if err != nil {
		return nil, err
	}
	views := make([]managedUser, len(users))
	for i := range users {
		views[i] = viewManaged(&users[i])
	}
	return httpapi.OK(httpapi.Listed(views, total, in.Page))
}

func (s *service) handleGetUser(ctx context.Context, in *userInput) (*httpapi.Reply[managedUser], error) {
	u, err := userToManage(s.DB.WithContext(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewManaged(&u))
}

func (s *service) handlePatchUser(ctx context.Context, in *patchUserInput) (*httpapi.Reply[managedUser], error) {
	return httpapi.Commit(ctx, s.DB, http.StatusOK, func(tx *gorm.DB) (managedUser, error) {
		u, err := s.changeStanding(ctx, tx, in.ID, in.standing())
		return viewManaged(&u), err
	})
}
