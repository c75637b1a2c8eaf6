package ordering

// buyer is a read model of identity's: who buys. What came by different events carries the sequence of the one it came by;
// 0 means not known yet. After an erasure it is a tombstone.
type buyer struct {
	UserID         string `gorm:"primaryKey"`
	Email          string
	FullName       string
	Locale         string
	AccountType    string
	Erased         bool
	ProfileSeq     int64
	AccountTypeSeq int64
}

func (buyer) TableName() string { return "ordering_buyers" }

func (b *buyer) wholesale() bool { return b.AccountType == "wholesale" }

// address is a read model of identity's: a postal address of a user, as one line of text. A deleted one is a tombstone.
type address struct {
	ID        string `gorm:"primaryKey"`
	UserID    string
	FullName  string
	Phone     *string
	Address   string
	Country   string
	IsDefault bool
	Deleted   bool
	Seq       int64
}

func (address) TableName() string { return "ordering_addresses" }

// recipient is a read model of recipients': somebody whom a user has ordered for. A deleted one is a tombstone.
type recipient struct {
	ID       string `gorm:"primaryKey"`
	UserID   string
	FullName string
	Phone    string
	Address  string
	Country  string
	Deleted  bool
	Seq      int64
}

func (recipient) TableName() string { return "ordering_recipients" }
