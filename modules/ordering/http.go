package ordering

import "orderd/platform/httpapi"

func (s *service) routes(*httpapi.Router) {}
