// All of it for one <script src="…/expost-check.js">.
import "./expost-check-define.js";
