// The page of a payment: it loads Stripe's script, and shows Stripe's form in the page. Whatever
// fails on the way, the page says so and offers to try again or to pay in another way.

for (const hint of document.querySelectorAll(".no-script")) hint.remove();

const form = document.getElementById("card");
const later = document.querySelector("[data-next]");
if (form) {
	begin(form).catch(broken);
} else if (later) {
	setTimeout(() => location.replace(later.dataset.next), 2000);
}

async function begin(form) {
	const loading = document.getElementById("card-loading");
	loading.hidden = false;
	await load("https://js.stripe.com/v3/");
	const stripe = window.Stripe(form.dataset.key, { locale: form.dataset.locale });
	const elements = stripe.elements({ clientSecret: form.dataset.secret, appearance: appearance() });
	const fields = elements.create("payment");
	fields.on("loaderror", broken);
	fields.on("ready", () => {
		loading.hidden = true;
	});
	form.hidden = false;
	fields.mount("#card-fields");
	form.addEventListener("submit", (event) => {
		event.preventDefault();
		pay(form, stripe, elements);
	});
}

// load resolves when the script runs, and gives up after a while.
function load(address) {
	return new Promise((resolve, reject) => {
		const script = document.createElement("script");
		script.src = address;
		script.onload = () => (window.Stripe ? resolve() : reject(new Error("no Stripe")));
		script.onerror = () => reject(new Error("Stripe's script was not loaded"));
		setTimeout(() => reject(new Error("Stripe's script takes too long")), 20000);
		document.head.append(script);
	});
}

// pay sends what the buyer has typed to Stripe, once at a time.
async function pay(form, stripe, elements) {
	const button = form.querySelector("button");
	if (button.disabled) return;
	button.disabled = true;
	button.classList.add("busy");
	say("");
	try {
		const back = new URL(form.dataset.return, location.href).href;
		const answer = await stripe.confirmPayment({ elements, confirmParams: { return_url: back }, redirect: "if_required" });
		if (!answer.error) return location.assign(back);
		say(answer.error.message);
	} catch (error) {
		console.error(error);
		broken();
	}
	button.disabled = false;
	button.classList.remove("busy");
}

function say(text) {
	const error = document.getElementById("card-error");
	error.querySelector("span").textContent = text || "";
	error.hidden = !text;
}

function broken(error) {
	if (error) console.error(error);
	document.getElementById("card-loading").hidden = true;
	const said = document.getElementById("card-broken");
	said.hidden = false;
	said.scrollIntoView({ block: "nearest" });
}

// appearance gives Stripe's form the shop's colours.
function appearance() {
	const style = getComputedStyle(document.documentElement);
	const token = (name) => style.getPropertyValue(name).trim();
	return {
		theme: "flat",
		variables: {
			colorPrimary: token("--brand"), colorBackground: token("--paper"), colorText: token("--ink"),
			colorDanger: token("--bad"), borderRadius: token("--radius"), fontFamily: "system-ui, sans-serif",
		},
	};
}
